import { describe, expect, it } from 'vitest';

import type { Api } from '../api/client.ts';
import { Refusal } from '../api/client.ts';
import type { Json } from '../api/documents.ts';
import {
  batchesOf,
  deleteRecord,
  makeMore,
  placeOf,
  removeRows,
  saveRecord,
  showRemoval,
} from './edits.ts';
import { makeShape } from './shape.test-kit.ts';

const shape = makeShape();

/** Notes what is asked, and answers by it. */
function createFake(
  answer: (call: string) => unknown = () => undefined,
): Api & { calls: string[] } {
  const calls: string[] = [];
  const ask = async <T>(method: string, path: string, body?: Json, query = {}): Promise<T> => {
    const call = [method, path, JSON.stringify(query), JSON.stringify(body)]
      .filter(Boolean)
      .join(' ');
    calls.push(call);
    // A trust edge: the test says what the server answers.
    return answer(call) as T;
  };
  return {
    world: 'default',
    home: '/_mock/',
    calls,
    get: (path, query) => ask('GET', path, undefined, query),
    send: ask,
    within: () => createFake(answer),
  };
}

const line = { id: 7, order_id: 3, note: null };

describe('records that are put back', () => {
  it('go in one body for all collections, in their order', () => {
    const records = [
      { collection: 'orders', record: { id: 1 } },
      { collection: 'lines', record: { id: 2 } },
      { collection: 'orders', record: { id: 3 } },
    ];
    expect(batchesOf(records)).toEqual([{ orders: [{ id: 1 }, { id: 3 }], lines: [{ id: 2 }] }]);
  });

  it('go in several bodies where they are too big for one', () => {
    const records = Array.from({ length: 5 }, (_, id) => ({
      collection: 'a',
      record: { id, text: 'ä'.repeat(200) },
    }));
    expect(batchesOf(records, 1100).map(({ a }) => a?.length)).toEqual([2, 2, 1]);
  });

  it('are none where nothing is', () => {
    expect(batchesOf([])).toEqual([]);
  });
});

describe('a deletion', () => {
  it('takes each record once, and puts all back', async () => {
    const api = createFake((call) =>
      call.startsWith('GET')
        ? {
            count: 1,
            records: [{ collection: 'lines', key: '7', parents: { order_id: '3' }, record: line }],
          }
        : undefined,
    );
    const rows = [{ key: '7', parents: { order_id: '3' } }];
    const removal = await showRemoval(api, 'lines', [...rows, ...rows]);
    expect(removal.count).toBe(1);
    const step = await removeRows(api, 'lines', { rows, removal });
    expect(step.done).toBe('Deleted 1 record');
    expect(await step.revert()).toBe('Put back 1 record');
    expect(api.calls.slice(-2)).toEqual([
      'DELETE state/lines/7 {"order_id":"3"}',
      `PATCH state {"check":false} {"lines":[${JSON.stringify(line)}]}`,
    ]);
  });

  it('passes over what is already gone', async () => {
    const api = createFake(() => {
      throw new Refusal({ status: 404, title: '', detail: '', errors: [] });
    });
    await expect(deleteRecord(api, { collection: 'a', key: '1', parents: {} })).resolves.toBe(
      undefined,
    );
  });
});

describe('a record that is saved', () => {
  const place = placeOf(shape, line);

  it('is found by its key and its parents', () => {
    expect(place).toEqual({ collection: 'lines', key: '7', parents: { order_id: '3' } });
    expect(placeOf({ ...shape, key: null }, line).key).toBe('-');
  });

  it('goes back to what it was', async () => {
    const api = createFake();
    const before = { ...place, is_made_up: false, record: { id: 7, order_id: 3 } };
    const { step } = await saveRecord(api, 'lines', {
      place,
      record: line,
      before,
      isUnchecked: false,
    });
    await step.revert();
    expect(api.calls).toEqual([
      `PUT state/lines/7 {"order_id":"3"} ${JSON.stringify(line)}`,
      'PUT state/lines/7 {"order_id":"3","check":false} {"id":7,"order_id":3}',
    ]);
  });

  it('goes again where it is new', async () => {
    const api = createFake();
    const { step } = await saveRecord(api, 'lines', {
      place,
      record: line,
      before: undefined,
      isUnchecked: true,
    });
    expect(await step.revert()).toBe('lines 7 is gone again');
    expect(api.calls.at(-1)).toBe('DELETE state/lines/7 {"order_id":"3"}');
  });
});

describe('records that the server makes up', () => {
  it('go again with the step back', async () => {
    const api = createFake((call) => (call.startsWith('POST') ? { lines: [line] } : undefined));
    const step = await makeMore(api, shape, 1);
    expect(step.done).toBe('Made 1 record of lines');
    await step.revert();
    expect(api.calls).toEqual([
      'POST seed {} {"count":{"lines":1}}',
      'DELETE state/lines/7 {"order_id":"3"}',
    ]);
  });
});
