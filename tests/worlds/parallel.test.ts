import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Request } from '../../contract/exchange.ts';
import { send } from '../../contract/exchange.ts';
import { target } from '../../contract/given.ts';
import type { Mutation } from '../../contract/mutations.ts';
import { describeReply, listMutations, playMutations, sendTo } from '../../contract/mutations.ts';
import type { Mock } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { openBookshop } from '../library/open-bookshop.ts';

const clients = 200;
/** The same for all, so that whatever is made up is the same. */
const wish = { seed: 'a seed', now: '2026-05-04T03:02:01Z', frozen: true };

/** What the clients do: everyone begins elsewhere, so that no two worlds go through the same at once. */
const mutations = listMutations();
const beginnings = 10;
/** Some thousand requests, each over a connection of its own. */
const patience = 120_000;

function turnsOf(client: number): readonly Mutation[] {
  const at = (client % beginnings) * Math.floor(mutations.length / beginnings);
  return [...mutations.slice(at), ...mutations.slice(0, at)];
}

describe(`${clients} clients in as many worlds`, () => {
  let mock: Mock | undefined;
  let url = target ?? '';

  beforeAll(async () => {
    if (target !== undefined) return;
    mock = await createMock({ maxWorlds: 2 * clients });
    ({ url } = await mock.listen());
  });
  afterAll(() => mock?.close());

  it(
    'see in the mutations of the contract suite what each would see alone',
    async () => {
      expect(mutations.length).toBeGreaterThan(beginnings);
      const before = await readMain(url);
      const alone: (readonly string[])[] = [];
      for (let client = 0; client < beginnings; client += 1) {
        await makeWorld(url, `alone-${client}`);
        alone.push(await playMutations(url, `alone-${client}`, turnsOf(client)));
      }
      // If they saw the same, they could be in one world.
      expect(new Set(alone.map((seen) => seen.join('\n'))).size).toBe(beginnings);
      const seen = await Promise.all(
        Array.from({ length: clients }, async (_, client) => {
          await makeWorld(url, `client-${client}`);
          return playMutations(url, `client-${client}`, turnsOf(client));
        }),
      );
      for (const [client, own] of seen.entries())
        expect(own, `client ${client}`).toStrictEqual(alone[client % beginnings]);
      expect(await readMain(url)).toBe(before);
    },
    patience,
  );
});

describe.skipIf(target !== undefined)(`${clients} clients that make, change and delete`, () => {
  it(
    'get the very keys and times that each would get alone',
    async () => {
      const { mock } = await openBookshop({ maxWorlds: 2 * clients });
      const alone: (readonly string[])[] = [];
      for (let kind = 0; kind < kinds; kind += 1) {
        await makeWorld(mock.url, `alone-${kind}`);
        alone.push(await tendShop(mock.url, `alone-${kind}`, kind));
      }
      const seen = await Promise.all(
        Array.from({ length: clients }, async (_, client) => {
          await makeWorld(mock.url, `client-${client}`);
          return tendShop(mock.url, `client-${client}`, client % kinds);
        }),
      );
      for (const [client, own] of seen.entries())
        expect(own, `client ${client}`).toStrictEqual(alone[client % kinds]);
      expect(new Set(alone.map((own) => own.join('\n'))).size).toBe(kinds);
      expect(mock.records('books')).toHaveLength(3);
    },
    patience,
  );
});

/** How many ways there are to tend a shop. */
const kinds = 3;

/** Makes some books, changes and takes away what was made, and looks at all of it. */
async function tendShop(url: string, world: string, kind: number): Promise<readonly string[]> {
  const seen: string[] = [];
  const ask = async (method: string, path: string, body?: unknown): Promise<string> => {
    const reply = await sendTo(url, world, toRequest(method, path, body));
    seen.push(describeReply(reply));
    return reply.body;
  };
  const ids: string[] = [];
  for (let book = 0; book < 2; book += 1) {
    const made: unknown = JSON.parse(
      await ask('POST', '/books', { title: `Book ${kind}.${book}` }),
    );
    ids.push(String(Object(made).id));
  }
  await ask('GET', `/books?limit=${2 + kind}`);
  await ask('PUT', `/books/${ids[0]}`, { title: `Changed by ${kind}` });
  await ask('DELETE', `/books/${ids[1]}`);
  await ask('DELETE', `/books/${ids[1]}`);
  await ask('GET', '/books');
  await ask('GET', '/_mock/state');
  return seen;
}

function toRequest(method: string, path: string, body?: unknown): Request {
  const type = { 'content-type': 'application/json' };
  return {
    method,
    path,
    headers: { authorization: 'Bearer open', ...(body === undefined ? {} : type) },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

async function makeWorld(url: string, name: string): Promise<void> {
  const made = await send(url, toRequest('PUT', `/_mock/worlds/${name}`, wish));
  expect([200, 201]).toContain(made.status);
}

async function readMain(url: string): Promise<string> {
  return (await send(url, { method: 'GET', path: '/_mock/state', headers: {} })).body;
}
