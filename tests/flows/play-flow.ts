import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject, memberAt, stepDown, textOf, withMember } from '../../src/base/json.ts';
import type { Media } from '../../src/contract/bodies/bodies.ts';
import { chooseBodyMedia, isPatchList, makeBody } from './bodies.ts';
import { findDifference, findUnseen, isRestless, showsName } from './compare.ts';
import type { Deed, Flow } from './find-flows.ts';
import { findIn, listAll } from './lists.ts';
import { Miss } from './miss.ts';
import type { Parents } from './parents.ts';
import type { Chain, Made } from './records.ts';
import { expectSuccess, fillPath, keyIn, makeRecord, schemaShown, shownIn } from './records.ts';
import type { Heard, Ring } from './ring.ts';
import { nameOf } from './ring.ts';
import { spellingIn } from './schemas.ts';

/** One record on its way through a flow. */
interface Walk {
  readonly ring: Ring;
  readonly flow: Flow;
  readonly chain: Chain;
}

/** The life of two records of a collection; throws the first miss. */
export async function playFlow(ring: Ring, parents: Parents, flow: Flow): Promise<void> {
  const chain = await parents.chainFor(flow.create, 0);
  const walk: Walk = { ring, flow, chain };
  const first = await makeRecord(ring, flow.create, chain, 'a', flow.read);
  await expectRead(walk, first);
  const changed = await change(walk, first);
  await expectListed(walk, changed);
  const second = await makeRecord(ring, flow.create, chain, 'b', flow.read);
  if (second.key === first.key) throw new Miss('unequal', `two records have the key ${first.key}`);
  await expectRead(walk, second);
  await expectListed(walk, changed);
  await expectListed(walk, second);
  await expectNotUnderAnother(walk, parents, second, first);
  if (!flow.delete) return;
  await remove(walk, flow.delete, changed);
  await expectGone(walk, changed);
  await expectListed(walk, second);
  await expectRead(walk, second);
}

/** What was sent is read again, and what the create has shown. */
async function expectRead(
  { ring, flow, chain }: Walk,
  made: Made,
): Promise<JsonObject | undefined> {
  const { read } = flow;
  if (!read) return undefined;
  const heard = await ring.ask(read.operation, { path: fillPath(read, chain, made.key) });
  expectSuccess(read, heard);
  const record = shownIn(read, heard);
  const schema = schemaShown(ring, read, heard);
  const where = `${nameOf(read.operation)} after ${nameOf(flow.create.operation)}`;
  const lost = record && (await findUnseen(ring.referee, made.sent, record, schema));
  if (lost !== undefined) throw new Miss('unequal', `${where}: sent ${lost}`);
  const other = findDifference(made.shown, record, isRestless);
  if (other !== undefined) throw new Miss('unequal', `${where}: ${other}`);
  const key = keyIn(record, read);
  if (key !== undefined && key !== made.key) {
    throw new Miss('unequal', `${where}: the key was ${made.key} and is ${key}`);
  }
  return record;
}

/** Replaces it, and merges a member into it, as far as there are operations for that. */
async function change(walk: Walk, made: Made): Promise<Made> {
  const { merge, replace } = walk.flow;
  const replaced = replace
    ? await write(walk, replace, made, await wholeBody(walk, replace, made))
    : made;
  if (!merge) return replaced;
  const patch = await findPatch(walk, merge, replaced);
  return patch === undefined ? replaced : write(walk, merge, replaced, patch);
}

/** What a change sends, and what of the record it speaks of. */
interface Patch {
  readonly body: JsonValue;
  readonly members: JsonObject;
}

async function write(walk: Walk, deed: Deed, made: Made, patch: Patch): Promise<Made> {
  const { ring, flow, chain } = walk;
  const media = chooseBodyMedia(deed.operation);
  const before = await expectRead(walk, made);
  const heard = await ring.ask(deed.operation, {
    path: fillPath(deed, chain, made.key),
    body: media && { value: patch.body, media },
  });
  expectSuccess(deed, heard);
  await expectShown(walk, deed, heard, patch.members);
  const isWhole = deed.target.role === 'replace';
  const sent = isWhole ? patch.members : { ...made.sent, ...patch.members };
  const after = { key: made.key, sent, shown: shownIn(deed, heard) };
  const record = await expectRead(walk, after);
  const told = Object.keys(patch.members);
  const shownName = (name: string): boolean =>
    showsName(name, told) && told.some((one) => patch.members[one] === record?.[name]);
  const isChanged = (name: string): boolean =>
    isRestless(name) || spellingIn(told, name) !== undefined || shownName(name);
  const moved = isWhole ? undefined : findDifference(before, record, isChanged);
  if (moved === undefined) return { ...after, shown: record ?? after.shown };
  const where = `${nameOf(deed.operation)} after ${nameOf(flow.create.operation)}`;
  throw new Miss('unequal', `${where} moved what it wasn't told to: ${moved}`);
}

async function expectShown(
  { ring }: Walk,
  deed: Deed,
  heard: Heard,
  members: JsonObject,
): Promise<void> {
  const shown = shownIn(deed, heard);
  const schema = schemaShown(ring, deed, heard);
  const lost = shown && (await findUnseen(ring.referee, members, shown, schema));
  if (lost !== undefined)
    throw new Miss('unequal', `${nameOf(deed.operation)} shows: sent ${lost}`);
}

async function wholeBody({ ring }: Walk, deed: Deed, made: Made): Promise<Patch> {
  const media = chooseBodyMedia(deed.operation);
  const raw = media ? makeBody(ring.generate, deed.operation, media, 'c') : {};
  const body = keepIdentity(deed, made, raw);
  const members = memberAt(body, deed.target.given?.steps ?? []);
  return { body, members: isJsonObject(members) ? members : {} };
}

/** Key and parents stay what they are. */
function keepIdentity({ target }: Deed, made: Made, body: JsonValue): JsonValue {
  const { key, parents } = target.collection;
  const identity = [...(key ? [key] : []), ...parents.map(({ parameter }) => [parameter])];
  let kept = body;
  for (const steps of identity) {
    const place = [...(target.given?.steps ?? []), ...steps];
    const value = memberAt(made.shown ?? {}, steps) ?? memberAt(made.sent, steps);
    if (isJsonObject(kept) && memberAt(kept, place) !== undefined && value !== undefined) {
      kept = withMember(kept, place, value);
    }
  }
  return kept;
}

/** One member that may be written, besides those that have to be sent. */
async function findPatch(walk: Walk, deed: Deed, made: Made): Promise<Patch | undefined> {
  const media = chooseBodyMedia(deed.operation);
  if (!media) return undefined;
  const steps = deed.target.given?.steps ?? [];
  const { body, members } = await wholeBody(walk, deed, made);
  if (isPatchList(media, body)) return patchList(deed, media, made);
  const { collection } = deed.target;
  const fixed = new Set([
    collection.key?.[0],
    ...collection.parents.map(({ parameter }) => parameter),
  ]);
  const seen: JsonObject = made.shown ?? made.sent;
  const able = Object.keys(members).filter((name) => !fixed.has(name) && !isRestless(name));
  const isPlain = (name: string): boolean => typeof members[name] !== 'object';
  const candidates = [
    ...able.filter((name) => isPlain(name) && Object.hasOwn(seen, name)),
    ...able.filter((name) => isPlain(name)),
    ...able,
  ];
  for (const name of candidates) {
    const only = Object.fromEntries([[name, members[name] ?? null]]);
    const small = steps.length === 0 || !isJsonObject(body) ? only : withMember(body, steps, only);
    if (!media.check || media.check(small).length === 0) return { body: small, members: only };
  }
  return { body, members };
}

/** RFC 6902: a member of the record that may be written at all. */
function patchList({ target }: Deed, { check }: Media, made: Made): Patch | undefined {
  const key = target.collection.key?.[0];
  for (const [name, value] of Object.entries(made.sent)) {
    const body = [{ op: 'replace', path: stepDown('', name), value }];
    const isFit = (check?.(body) ?? []).length === 0;
    if (isFit && name !== key && !isRestless(name)) return { body, members: { [name]: value } };
  }
  return undefined;
}

async function expectListed({ ring, flow, chain }: Walk, made: Made): Promise<void> {
  const { list } = flow;
  if (!list) return;
  const elements = await listAll(ring, list, chain, { ...made.sent, ...made.shown });
  const found = findIn(list, elements, made);
  const where = nameOf(list.operation);
  if (found.kind === 'untold') return;
  if (found.kind === 'lacking') {
    throw new Miss('missing', `${where} lacks ${made.key} among ${elements?.length ?? 0}`);
  }
  const other = findDifference(made.shown, found.record, isRestless);
  if (other !== undefined) throw new Miss('unequal', `${where} for ${made.key}: ${other}`);
}

async function remove({ ring, chain }: Walk, deed: Deed, { key }: Made): Promise<void> {
  const media = chooseBodyMedia(deed.operation);
  const isBodied = media && deed.operation.body?.isRequired === true;
  const value = isBodied ? makeBody(ring.generate, deed.operation, media, 'd') : undefined;
  const heard = await ring.ask(deed.operation, {
    path: fillPath(deed, chain, key),
    body: isBodied && value !== undefined ? { value, media } : undefined,
  });
  expectSuccess(deed, heard);
}

async function expectGone({ ring, flow, chain }: Walk, made: Made): Promise<void> {
  const { read, list } = flow;
  if (read) {
    const heard = await ring.ask(read.operation, { path: fillPath(read, chain, made.key) });
    const isGone = heard.status === 404 || heard.status === 410;
    if (!isGone)
      throw new Miss('lingering', `${heard.question.path} → ${heard.status} once deleted`);
  }
  if (!list) return;
  const elements = await listAll(ring, list, chain, { ...made.sent, ...made.shown });
  if (findIn(list, elements, made).kind !== 'found') return;
  throw new Miss('lingering', `${nameOf(list.operation)} shows ${made.key} once deleted`);
}

/** Under another parent there may be a namesake, but never the record itself. */
async function expectNotUnderAnother(
  walk: Walk,
  parents: Parents,
  made: Made,
  sibling: Made,
): Promise<void> {
  const { ring, flow, chain } = walk;
  if (flow.create.operation.pathNames.length === 0) return;
  const other = await parents.chainFor(flow.create, 1);
  if (JSON.stringify(other) === JSON.stringify(chain)) return;
  const key = flow.create.target.collection.key?.[0];
  const told = Object.entries(made.sent).filter(
    ([name, value]) => name !== key && textOf(value).length > 3,
  );
  // What might as well be made up tells nothing.
  const isTelling = told.some(
    ([name, value]) =>
      typeof value === 'string' && value.length > 11 && sibling.sent[name] !== value,
  );
  const isIt = (record: JsonObject | undefined): boolean =>
    record !== undefined &&
    isTelling &&
    told.every(([name, value]) => findDifference(value, record[name] ?? null) === undefined);
  const { list, read } = flow;
  if (list && !isSamePath(list, chain, other)) {
    const elements = await listAll(ring, list, other, { ...made.sent, ...made.shown });
    const found = findIn(list, elements, made);
    if (found.kind === 'found' && isIt(found.record)) {
      throw new Miss(
        'leaking',
        `${nameOf(list.operation)} shows ${made.key} under ${other.join(', ')}`,
      );
    }
  }
  if (!read || isSamePath(read, chain, other)) return;
  const heard = await ring.ask(read.operation, { path: fillPath(read, other, made.key) });
  if (heard.status < 300 && isIt(shownIn(read, heard))) {
    throw new Miss('leaking', `${heard.question.path} shows what stands under ${chain.join(', ')}`);
  }
}

/** Whether a path leaves out the parents in which two chains differ. */
function isSamePath(deed: Deed, one: Chain, other: Chain): boolean {
  const fill = (chain: Chain): string => JSON.stringify([...fillPath(deed, chain)]);
  return fill(one) === fill(other);
}
