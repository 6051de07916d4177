import { afterEach, describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../base/json.ts';
import type { Contract } from '../contract/compile.ts';
import { contractText, findOperation, loadText } from '../contract/contract-text.test-kit.ts';
import type { Behavior, Outcome, Validated } from '../pipeline/exchange.ts';
import { openWorld, tablesOf } from '../store/shop.test-kit.ts';
import type { World } from '../store/worlds/world.ts';
import type { DispatchSetting, Dispatcher } from './dispatch.ts';
import { createDispatcher } from './dispatch.ts';

const text = { type: 'string' };
const time = { type: 'string', format: 'date-time', readOnly: true };
const schemas: JsonObject = {
  Team: {
    type: 'object',
    required: ['id', 'name', 'created_at'],
    properties: {
      id: { type: 'integer', readOnly: true },
      name: text,
      city: text,
      born: { type: 'string', format: 'date' },
      created_at: time,
    },
  },
  Note: {
    type: 'object',
    required: ['id', 'title', 'team_id', 'updated_at'],
    properties: {
      id: { type: 'string', format: 'uuid', readOnly: true },
      title: text,
      team_id: { type: 'integer', readOnly: true },
      updated_at: time,
    },
  },
};

function pathsOf(whole: string, key: JsonObject, name: string): JsonObject {
  const schema = { $ref: `#/components/schemas/${name}` };
  const content = { 'application/json': { schema } };
  const list = { 'application/json': { schema: { type: 'array', items: schema } } };
  const headers = { ETag: { schema: text }, 'Last-Modified': { schema: text } };
  const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } };
  const answer = (status: string, shown: JsonObject): JsonObject => ({
    [status]: { description: 'Fine.', headers, content: shown },
  });
  const once = { name: 'Idempotency-Key', in: 'header', schema: text };
  return {
    [`/${whole}`]: {
      get: { operationId: `list ${whole}`, responses: answer('200', list) },
      post: {
        operationId: `make ${whole}`,
        parameters: [once],
        requestBody,
        responses: answer('201', content),
      },
    },
    [`/${whole}/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: key }],
      get: { operationId: `read ${whole}`, responses: answer('200', content) },
      patch: { operationId: `change ${whole}`, requestBody, responses: answer('200', content) },
      delete: {
        operationId: `remove ${whole}`,
        responses: { '204': { description: 'Gone.', headers: { 'X-Trace': { schema: text } } } },
      },
    },
    [`/${whole}/{id}/cheer`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: key }],
      post: { operationId: `cheer ${whole}`, responses: answer('200', content) },
    },
  };
}

async function load(): Promise<Contract> {
  const paths = {
    ...pathsOf('teams', { type: 'integer' }, 'Team'),
    ...pathsOf('notes', text, 'Note'),
  };
  return loadText(contractText(paths, { components: { schemas } }));
}

function openEmpty({ collections }: Contract): World {
  return openWorld({
    shapes: collections,
    fixtures: tablesOf(collections, {}),
    authoritative: [],
  }).world;
}

type Send = (id: string, path?: string, body?: JsonValue, key?: string) => string;

/** Sends requests, and tells all that is said in reply. */
function sendTo(contract: Contract, behave: Behavior): Send {
  return (id, key = '', body, once) => {
    const operation = findOperation(contract, id);
    const { success } = operation;
    const header = once === undefined ? {} : { 'Idempotency-Key': once };
    const request = {
      operation,
      headers: {},
      query: '',
      path: operation.path,
      prefix: '',
      parameters: { path: { id: key }, query: {}, header, cookie: {} },
      body,
      preferences: undefined,
      choice: { status: Number(success?.status), response: success, media: success?.media[0] },
    } as unknown as Validated;
    const { status, headers = {}, commit, ...said }: Outcome = behave(request);
    void commit?.();
    return JSON.stringify([status, headers, said.item?.body ?? said.body]);
  };
}

/** One life of some records. The keys of what is made depend on what is made up, and so on the seed. */
function* live(send: Send): Generator<string> {
  const keyOf = (reply: string): string => /"id":"?([\w-]+)/.exec(reply)?.[1] ?? '';
  for (const whole of ['teams', 'notes']) {
    yield send(`list ${whole}`);
    yield send(`change ${whole}`, '41', { name: 'm', title: 'u' });
    yield send(`cheer ${whole}`, '42');
    const made = send(`make ${whole}`, '', { name: 'n', title: 't' });
    yield made;
    yield send(`read ${whole}`, keyOf(made));
    yield send(`change ${whole}`, keyOf(made), { name: 'm', title: 'u' });
    yield send(`make ${whole}`, '', { name: 'o', title: 'o' }, 'once');
    yield send(`make ${whole}`, '', { name: 'o', title: 'o' }, 'once');
    yield send(`remove ${whole}`, keyOf(made));
    yield send(`make ${whole}`, '', { name: 'n', title: 't' });
    yield send(`list ${whole}`);
  }
}

const frozen = Date.UTC(2031, 1, 2, 3, 4, 5);

function begin(
  dispatcher: Dispatcher,
  contract: Contract,
  setting: Partial<DispatchSetting> = {},
): Generator<string> {
  const world = openEmpty(contract);
  return live(
    sendTo(contract, dispatcher.play({ world, seed: 's', now: () => frozen, ...setting })),
  );
}

const zone = process.env['TZ'];

afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

describe('the same requests', () => {
  it('get the same replies in every world of the same seed and clock', async () => {
    const contract = await load();
    const dispatcher = createDispatcher(contract, { unknownKeys: 'known', records: 3 });
    const first = [...begin(dispatcher, contract)];
    expect(new Set(first).size).toBeGreaterThan(15);
    expect([...begin(dispatcher, contract)]).toEqual(first);
    process.env['TZ'] = 'Asia/Kolkata';
    const again = await load();
    expect([
      ...begin(createDispatcher(again, { unknownKeys: 'known', records: 3 }), again),
    ]).toEqual(first);
  });

  it('get others of another seed: what is made up and new keys', async () => {
    const contract = await load();
    const dispatcher = createDispatcher(contract, { unknownKeys: 'known', records: 3 });
    const [one, other] = ['s', 'another'].map((seed) => [...begin(dispatcher, contract, { seed })]);
    const same = one?.filter((reply, index) => reply === other?.[index]) ?? [];
    expect(same.length).toBeLessThan((one?.length ?? 0) / 3);
  });

  it('get in worlds side by side what they get alone', async () => {
    const contract = await load();
    const seeds = ['s', 'another', 's'];
    const alone = seeds.map((seed) => [
      ...begin(createDispatcher(contract, { unknownKeys: 'known', records: 3 }), contract, {
        seed,
      }),
    ]);
    const dispatcher = createDispatcher(contract, { unknownKeys: 'known', records: 3 });
    const lives = seeds.map((seed) => begin(dispatcher, contract, { seed }));
    const beside = lives.map((): string[] => []);
    for (let isOver = false; !isOver;) {
      const turns = lives.map((one) => one.next());
      isOver = turns.every(({ done }) => done === true);
      for (const [index, turn] of turns.entries()) {
        if (turn.done !== true) beside[index]?.push(turn.value);
      }
    }
    expect(beside).toEqual(alone);
  });
});

describe("a world's clock", () => {
  it('tells all times that are written', async () => {
    const contract = await load();
    const dispatcher = createDispatcher(contract, { unknownKeys: 'known', records: 3 });
    const tell = (now: number): readonly string[] => [
      ...begin(dispatcher, contract, { now: () => now }),
    ];
    const later = Date.UTC(2042, 6, 7, 8, 9, 10);
    const [early, late] = [tell(frozen), tell(later)];
    expect(early[3]).toContain('"created_at":"2031-02-02T03:04:05.000Z"');
    expect(early[3]).toContain('"Last-Modified":"Sun, 02 Feb 2031 03:04:05 GMT"');
    expect(early[5]).toContain('"created_at":"2031-02-02T03:04:05.000Z"');
    expect(late[3]).toContain('"created_at":"2042-07-07T08:09:10.000Z"');
    const without = (replies: readonly string[]): readonly string[] =>
      replies.map((reply) =>
        reply
          .replaceAll(/20(31|42)-0[27]-0[27]T0[38]:0[49]:[01][05]\.00[01]Z/g, '')
          .replaceAll(/"(ETag|Last-Modified)":"(\\.|[^"\\])*"/g, ''),
      );
    expect(without(late)).toEqual(without(early));
  });
});

describe('what is written', () => {
  it.each([['what is made up', false] as const, ['what somebody has said', true] as const])(
    'takes no longer the more there is: beside %s nothing is listed',
    async (_, isKnown) => {
      const contract = await load();
      const whole = openEmpty(contract);
      if (isKnown) for (const { name } of contract.collections) whole.plant(name);
      const refuse = (): never => {
        throw new Error('the records were listed');
      };
      const world: World = Object.create(whole, {
        list: { value: refuse },
        items: { value: refuse },
      });
      const behave = createDispatcher(contract, { unknownKeys: 'known', records: 3 }).play({
        world,
        seed: 's',
        now: () => frozen,
      });
      const send = sendTo(contract, behave);
      for (const name of ['teams', 'notes']) {
        expect(() => send(`list ${name}`)).toThrow('the records were listed');
        const key = /"id":"?([\w-]+)/.exec(
          send(`make ${name}`, '', { name: 'n', title: 't' }),
        )?.[1];
        expect(send(`change ${name}`, key, { name: 'm', title: 'u' })).toMatch(/^\[200,/);
        expect(send(`remove ${name}`, key)).toMatch(/^\[204,/);
      }
    },
  );
});

describe('a world', () => {
  it('begins without a look at any operation', async () => {
    const contract = await load();
    const unread = {
      ...contract,
      get operations(): never {
        throw new Error('the operations were looked at');
      },
      get targets(): never {
        throw new Error('the targets were looked at');
      },
    };
    const world = openEmpty(contract);
    expect(() =>
      createDispatcher(unread, { unknownKeys: 'known', records: 3 }).play({
        world,
        seed: 's',
        now: Date.now,
      }),
    ).not.toThrow();
  });

  it('is not needed: then everything is made up, and nothing is kept', async () => {
    const contract = await load();
    const behave = createDispatcher(contract, { unknownKeys: 'known', records: 3 }).play({
      world: undefined,
      seed: 's',
      now: Date.now,
    });
    const send = sendTo(contract, behave);
    expect(send('remove teams', '1')).toMatch(/^\[204,/);
    expect(send('read teams', '1')).toMatch(/^\[200,/);
  });
});
