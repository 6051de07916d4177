import type { ProblemCode } from '../base/catalogue.ts';
import type { JsonObject } from '../base/json.ts';
import type { SentCredential } from '../library/credentials.ts';
import type { AnyContract } from '../library/contract-types.ts';
import { assertMet } from '../traffic/expectations/unmet.ts';
import type { RequestEntry } from '../traffic/journal/entry.ts';
import { readDocument, writeDocument } from '../traffic/wire-names.ts';
import type { CallParts, Calls, ServerPlace } from './calls.ts';
import { nameInHeader, Refusal } from './calls.ts';
import type { Schemas } from './control-types.ts';
import {
  readCollection,
  readCredential,
  readEntry,
  readSample,
  readSentSample,
  readVerification,
  writeCredential,
  writeMoment,
} from './documents.ts';
import type {
  RemoteControls,
  RemoteOverride,
  RemoteRequests,
  RemoteWorld,
} from './remote-world.ts';
import { sendTo } from './send.ts';

export type World = RemoteWorld;
type Controls = RemoteControls & RemoteRequests<AnyContract, never>;

/** The handle on a private world. */
export function openWorld(place: ServerPlace, calls: Calls, name: string): World {
  const drop = async (): Promise<boolean> =>
    isThere(calls.call('DELETE /worlds/{name}', { path: { name } }), ['unknown-world']);
  return {
    ...openControls(place, calls.within(name), name),
    name,
    drop,
    async [Symbol.asyncDispose]() {
      await drop();
    },
  };
}

/** What a test arranges and asks in a world. `name` undefined: the default world. */
export function openControls(place: ServerPlace, calls: Calls, name?: string): Controls {
  const call: Call = async (way, ...parts) => calls.call(way, ...parts);
  const headers = nameInHeader(place, name);
  return {
    url: name === undefined ? place.url : `${place.url}/~${name}`,
    headers,
    fetch: (input, init) => sendTo(place, headers, input, init),
    call,
    ...createRecordCalls(call),
    ...createRequestCalls(call, name),
    ...createOverrideCalls(call),
    ...createStateCalls(call),
    ...createCredentialCalls(call),
  };
}

type Call = Calls['call'];

function createRecordCalls(
  call: Call,
): Pick<World, 'collections' | 'records' | 'replace' | 'merge' | 'seed' | 'remove'> {
  return {
    collections: async () => (await call('GET /collections')).map(readCollection),
    records: async (collection) =>
      readRecords(await call('GET /state/{collection}', { path: { collection } })),
    async replace(collection, records, { check } = {}) {
      await call('PUT /state/{collection}', writing(collection, records, check));
    },
    async merge(collection, records, { check } = {}) {
      await call('PATCH /state/{collection}', writing(collection, records, check));
    },
    async seed(records) {
      const made = await call('POST /seed', { body: records as Schemas['SeedWish'] });
      return made as Awaited<ReturnType<World['seed']>>;
    },
    async remove(collection, key, parents) {
      const query = parents === undefined ? {} : { parents };
      await call('DELETE /state/{collection}/{key}', { path: { collection, key }, query });
    },
  };
}

function writing(
  collection: string,
  records: readonly JsonObject[],
  check: boolean | undefined,
): CallParts<'PUT /state/{collection}'> {
  const query = check === undefined ? {} : { check };
  return { path: { collection }, query, body: [...records] };
}

/** JSON, as it came. */
const readRecords = (records: Schemas['Records']): readonly JsonObject[] =>
  records as readonly JsonObject[];

/** How many the server tells at once. */
const pageSize = 10_000;

function createRequestCalls(
  call: Call,
  name: string | undefined,
): RemoteRequests<AnyContract, never> {
  const list = async (query: Query): Promise<readonly RequestEntry[]> =>
    (await call('GET /requests', { query })).requests.map((one) =>
      readEntry(one as Schemas['Request']),
    );
  return {
    async requests({ since, status, limit, ...filter } = {}) {
      const query = {
        ...filter,
        limit: limit ?? pageSize,
        ...(status === undefined ? {} : { status: String(status) }),
        ...(since === undefined ? {} : { since: String(writeSince(since)) }),
      } as Query;
      const pages = [await list(query)];
      // The journal may keep more than the server tells at once.
      for (;;) {
        const [first] = pages[0] ?? [];
        if (limit !== undefined || pages[0]?.length !== pageSize || !first) return pages.flat();
        pages.unshift(await list({ ...query, before: first.id }));
      }
    },
    async verify(expectation) {
      const { since } = expectation;
      const moment = since === undefined ? {} : { since: writeSince(since) };
      const plain = { ...expectation, ...moment } as unknown as JsonObject;
      const body = writeDocument(plain) as unknown as Schemas['Expectation'];
      const verification = readVerification(await call('POST /verify', { body }));
      assertMet(verification);
      return verification;
    },
    async explain(id) {
      const told = await call('GET /requests/{id}/explain', { path: { id } });
      const { world, sentences } = told as Schemas['Explanation'];
      if (name === undefined || world === name) return sentences;
      throw new Error(`request ${id} is not one of the world "${name}", but of "${world}"`);
    },
    async repeatRequest(id) {
      const { world } = await call('GET /requests/{id}', { path: { id } });
      if (name !== undefined && world !== name)
        throw new Error(`request ${id} is not one of the world "${name}", but of "${world}"`);
      return readEntry(await call('POST /requests/{id}/repeat', { path: { id } }));
    },
    async clearRequests() {
      await call('DELETE /requests');
    },
  };
}

type Query = NonNullable<CallParts<'GET /requests'>['query']>;

/** The id of a request, or a moment. */
const writeSince = (since: number | Date): number | string =>
  typeof since === 'number' ? since : writeMoment(since);

function createOverrideCalls(call: Call): Pick<World, 'use' | 'overrides'> {
  return {
    async use(override) {
      const body = writeDocument(override as JsonObject) as unknown as Schemas['OverrideWish'];
      const { id, notice } = await call('POST /overrides', { body });
      return createHandle(call, id, notice);
    },
    async overrides() {
      const list = await call('GET /overrides');
      return list.map((one) => readDocument(one as unknown as JsonObject)) as unknown as Awaited<
        ReturnType<World['overrides']>
      >;
    },
  };
}

/** An override goes with its world. */
const gone: readonly ProblemCode[] = ['unknown-override', 'unknown-world'];

function createHandle(call: Call, id: string, notice: string | undefined): RemoteOverride {
  const path = { id };
  return {
    id,
    notice,
    async hits() {
      return (await find(call('GET /overrides/{id}', { path }), gone))?.hits;
    },
    remove: async () => isThere(call('DELETE /overrides/{id}', { path }), gone),
  };
}

function createStateCalls(
  call: Call,
): Pick<
  World,
  | 'now'
  | 'setClock'
  | 'advanceClock'
  | 'reset'
  | 'save'
  | 'restore'
  | 'changes'
  | 'recording'
  | 'saveScenario'
  | 'diff'
  | 'fixtures'
> {
  return {
    now: async () => new Date((await call('GET /clock')).now),
    async setClock({ now, frozen } = {}) {
      const moment = now === undefined ? {} : { now: writeMoment(now) };
      if (now === undefined && frozen === undefined) await call('DELETE /clock');
      else await call('PUT /clock', { body: { ...moment, frozen: frozen ?? false } });
    },
    async advanceClock(by) {
      await call('POST /clock/advance', { body: { by } });
    },
    async reset() {
      await call('POST /reset');
    },
    async save(name) {
      await call('PUT /snapshots/{name}', { path: { name } });
    },
    async restore(name) {
      await call('POST /snapshots/{name}/restore', { path: { name } });
    },
    async saveScenario(name, how = {}) {
      await call('POST /scenarios/{name}', { path: { name }, body: how });
    },
    diff: async () => (await call('GET /diff')) as Awaited<ReturnType<World['diff']>>,
    fixtures: async () =>
      (await call('GET /fixtures')) as unknown as Awaited<ReturnType<World['fixtures']>>,
    changes: async (question = {}) =>
      (await call('GET /changes', { query: question })) as Awaited<ReturnType<World['changes']>>,
    recording: async (question = {}) =>
      (await call('GET /recording', { query: question })) as unknown as Awaited<
        ReturnType<World['recording']>
      >,
  };
}

function createCredentialCalls(
  call: Call,
): Pick<World, 'mint' | 'credentials' | 'sample' | 'sendSample'> {
  const named = async (name: string): Promise<readonly SentCredential[]> =>
    (
      (await find(call('GET /credentials/{name}', { path: { name } }), ['record-not-found'])) ?? []
    ).map(readCredential);
  return {
    mint: async (credential) =>
      readCredential(await call('POST /credentials', { body: writeCredential(credential) })),
    async credentials(name) {
      if (name !== undefined) return named(name);
      const names = new Set((await call('GET /credentials')).map((one) => one.name));
      return (await Promise.all([...names].map(named))).flat();
    },
    sample: async (operation, point) =>
      readSample(await call('GET /sample', { query: questionOf(operation, point) })),
    sendSample: async (operation, point) =>
      readSentSample(await call('POST /sample', { query: questionOf(operation, point) })),
  };
}

const questionOf = (
  operation: string,
  point: string | undefined,
): { readonly operation: string; readonly point?: string } => ({
  operation,
  ...(point === undefined ? {} : { point }),
});

/** Undefined where it is refused by one of these codes. Any server has a 404, also for a wrong prefix. */
export async function find<T>(
  asked: Promise<T>,
  refusals: readonly ProblemCode[],
): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    const isMeant = error instanceof Refusal && refusals.some((code) => code === error.code);
    if (isMeant) return undefined;
    throw error;
  }
}

async function isThere(
  asked: Promise<unknown>,
  refusals: readonly ProblemCode[],
): Promise<boolean> {
  return (
    (await find(
      asked.then(() => true),
      refusals,
    )) ?? false
  );
}
