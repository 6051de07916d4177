import type { JsonObject } from '../base/json.ts';
import { UnmetExpectation } from '../traffic/expectations/unmet.ts';
import { readDocument, writeDocument } from '../traffic/wire-names.ts';
import type { CallParts, Calls, ServerPlace } from './calls.ts';
import { Refusal } from './calls.ts';
import type { Schemas } from './control-types.ts';
import { readCollection, readCredential, readEntry, readVerification } from './documents.ts';
import type { RemoteOverride, RemoteWorld } from './remote-world.ts';
import { sendTo } from './send.ts';

export type World = RemoteWorld;
/** What the default world has, too. */
type Controls = Omit<World, 'name' | 'drop' | typeof Symbol.asyncDispose>;

/** The handle on a private world. */
export function openWorld(place: ServerPlace, calls: Calls, name: string): World {
  const drop = async (): Promise<boolean> =>
    isThere(calls.call('DELETE /worlds/{name}', { path: { name } }));
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
  const call: Call = async (way, parts) => calls.call(way, parts);
  const headers: Readonly<Record<string, string>> =
    name === undefined ? {} : { 'X-Stuntdouble-World': name };
  return {
    url: name === undefined ? place.url : `${place.url}/~${name}`,
    headers,
    fetch: (input, init) => sendTo(place, headers, input, init),
    call,
    ...createRecordCalls(call),
    ...createRequestCalls(call),
    ...createOverrideCalls(call),
    ...createStateCalls(call),
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

function createRequestCalls(
  call: Call,
): Pick<World, 'requests' | 'verify' | 'explain' | 'clearRequests'> {
  return {
    async requests({ since, status, ...filter } = {}) {
      const query = {
        ...filter,
        ...(status === undefined ? {} : { status: String(status) }),
        ...(since === undefined ? {} : { since: textOfMoment(since) }),
      };
      const { requests } = await call('GET /requests', { query: query as never });
      return (requests as readonly Schemas['Request'][]).map(readEntry);
    },
    async verify(expectation) {
      const { since } = expectation;
      const moment = since instanceof Date ? since.toISOString() : since;
      const plain: object = since === undefined ? expectation : { ...expectation, since: moment };
      const body = writeDocument(plain as JsonObject) as unknown as Schemas['Expectation'];
      const verification = readVerification(await call('POST /verify', { body }));
      const isSure = verification.isComplete || verification.wanted.atMost === undefined;
      if (!verification.isMet || !isSure) throw new UnmetExpectation(verification);
      return verification;
    },
    explain: async (id) =>
      ((await call('GET /requests/{id}/explain', { path: { id } })) as Schemas['Explanation'])
        .sentences,
    async clearRequests() {
      await call('DELETE /requests');
    },
  };
}

const textOfMoment = (since: number | Date): string =>
  since instanceof Date ? since.toISOString() : String(since);

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

function createHandle(call: Call, id: string, notice: string | undefined): RemoteOverride {
  const path = { id };
  return {
    id,
    notice,
    async hits() {
      return (await find(call('GET /overrides/{id}', { path })))?.hits;
    },
    remove: async () => isThere(call('DELETE /overrides/{id}', { path })),
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
  | 'mint'
  | 'credentials'
> {
  return {
    now: async () => new Date((await call('GET /clock')).now),
    async setClock({ now, frozen } = {}) {
      const moment = now === undefined ? {} : { now: new Date(now).toISOString() };
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
    changes: async (question = {}) =>
      (await call('GET /changes', { query: question })) as Awaited<ReturnType<World['changes']>>,
    recording: async (question = {}) =>
      (await call('GET /recording', { query: question })) as unknown as Awaited<
        ReturnType<World['recording']>
      >,
    mint: async (body) => call('POST /credentials', { body }),
    credentials: async (name) =>
      ((await find(call('GET /credentials/{name}', { path: { name } }))) ?? []).map(readCredential),
  };
}

/** Undefined where the server has no such thing. */
async function find<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  }
}

async function isThere(asked: Promise<unknown>): Promise<boolean> {
  return (await find(asked.then(() => true))) ?? false;
}
