import type { Json } from '../api/documents.ts';
import type { Method } from '../api/client.ts';
import type { Console } from '../shell/console.ts';
import type { Entry } from './entries.ts';

interface Order {
  readonly text: string;
  readonly detail: string;
  readonly method: Method;
  readonly path: string;
  readonly body?: Json;
  /** What the user is told when it is done. */
  readonly done: string;
  readonly isDangerous?: boolean;
}

const orders: readonly Order[] = [
  {
    text: 'Reset the world',
    detail: 'back to its beginning',
    method: 'POST',
    path: 'reset',
    done: 'The world is as it began',
    isDangerous: true,
  },
  {
    text: 'Remove all overrides',
    detail: 'everything is answered as usual',
    method: 'DELETE',
    path: 'overrides',
    done: 'All overrides of the world are off',
    isDangerous: true,
  },
  {
    text: 'Clear the requests',
    detail: 'of all worlds',
    method: 'DELETE',
    path: 'requests',
    done: 'The requests are cleared',
    isDangerous: true,
  },
  {
    text: 'Freeze the clock',
    detail: 'it stands still',
    method: 'PUT',
    path: 'clock',
    body: { frozen: true },
    done: 'The clock stands still',
  },
  {
    text: 'Let the clock go on',
    detail: 'from the time that it shows',
    method: 'PUT',
    path: 'clock',
    body: { frozen: false },
    done: 'The clock goes on',
  },
  ...['1h', '1d'].map((by) => ({
    text: `Advance the clock by ${by === '1h' ? 'an hour' : 'a day'}`,
    detail: 'what is due by then happens',
    method: 'POST' as const,
    path: 'clock/advance',
    body: { by },
    done: `The clock is ${by === '1h' ? 'an hour' : 'a day'} later`,
  })),
  {
    text: 'Reset the clock',
    detail: 'it shows the time of the beginning, by default the machine’s',
    method: 'DELETE',
    path: 'clock',
    done: 'The clock is reset',
  },
];

/** What can be done to the chosen world in one step, without a view for it. */
export function listWorldActions({ api, tell, complain }: Console): readonly Entry[] {
  return orders.map(({ method, path, body, done, ...entry }) => ({
    ...entry,
    id: `order ${entry.text}`,
    run: () => void api.send(method, path, body).then(() => void tell({ text: done }), complain),
  }));
}
