import type { Json } from '../api/documents.ts';
import type { Method } from '../api/client.ts';
import type { Console } from '../shell/console.ts';
import { replaceState } from '../worlds/actions.ts';
import type { Entry } from './entries.ts';

interface Order {
  readonly text: string;
  readonly detail: string;
  readonly method: Method;
  readonly path: string;
  readonly body?: Json;
  /** What the user is told when it is done. */
  readonly done: string;
  readonly warning?: string;
}

const orders: readonly Order[] = [
  {
    text: 'Remove all overrides',
    detail: 'everything is answered as usual',
    method: 'DELETE',
    path: 'overrides',
    done: 'All overrides of the world are off',
    warning: 'there is no way back',
  },
  {
    text: 'Clear the requests',
    detail: 'of all worlds',
    method: 'DELETE',
    path: 'requests',
    done: 'The requests are cleared',
    warning: 'there is no way back',
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
export function listWorldActions({ api, recording, tell, complain }: Console): readonly Entry[] {
  if (recording) return [];
  const reset = async (): Promise<void> => {
    const putBack = await replaceState(api, () => api.send('POST', 'reset'));
    const run = (): void => void putBack().catch(complain);
    tell({ text: 'The world is as it began', action: { label: 'Undo', run } });
  };
  return [
    {
      id: 'order reset',
      text: 'Reset the world',
      detail: 'back to its beginning',
      warning: 'Undo puts the records back alone',
      run: () => void reset().catch(complain),
    },
    ...orders.map(({ method, path, body, done, ...entry }) => ({
      ...entry,
      id: `order ${entry.text}`,
      run: () => void api.send(method, path, body).then(() => void tell({ text: done }), complain),
    })),
  ];
}
