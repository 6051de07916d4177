import { plainName, singular, wordsOf } from '../../../base/names.ts';
import type { Operation } from '../../operations.ts';
import type { StudySchema } from '../../schema/schema-facts.ts';
import type { DescribeMore } from '../accounts/people.ts';
import type { Collection, FileUse, Plan, Stateful, Target } from '../plan.ts';
import { givesFile, takesFile } from './file-bodies.ts';
import type { Owners } from './file-owners.ts';
import { actOn, asSingleton, freeName, indexOwners, ownerOf, stepsOf } from './file-owners.ts';
import { findPlaces, targetPlace } from './file-places.ts';

export interface FileInputs {
  readonly operations: readonly Operation[];
  readonly study: StudySchema;
  readonly plan: Plan;
  readonly isCorrected: (operation: Operation) => boolean;
  readonly describe: DescribeMore;
}

/**
 * Finds which operations upload a file to a record, and which download it. The evidence is a body
 * that is or has a file, and a reply that is one, at the record or below it; where the path names no
 * record, an upload and a download at the same path.
 */
export function planFiles({ operations, study, plan, isCorrected, describe }: FileInputs): Plan {
  const taking = operations.filter((one) => one.method !== 'GET' && takesFile(one, study));
  if (taking.length === 0) return plan;
  const free = (one: Operation): boolean => !isCorrected(one);
  const giving = operations.filter(
    (one) => one.method === 'GET' && givesFile(one, study) && free(one),
  );
  const owners = indexOwners(plan.targets);
  const uploads = taking.flatMap((one) => findUpload(one, { plan, owners, giving, free }) ?? []);
  const isUsed = (one: Operation): boolean => uploads.some(({ operation }) => operation === one);
  const places = findPlaces(taking, { plan, owners, giving, free, isUsed });
  const downloads = giving.flatMap((one) => findDownload(one, plan, owners, uploads) ?? []);
  const removing = operations.filter((one) => one.method === 'DELETE' && free(one));
  const filed = [...uploads, ...downloads];
  const removals = removing.flatMap((one) => findRemoval(one, owners, filed) ?? []);
  const taken = new Set(plan.collections.map(({ name }) => name));
  const kept = keepingCollections(taken, downloads, describe);
  const targets = new Map(plan.targets);
  const isKept = ({ target, kind }: Found): boolean =>
    kind === 'upload' || kept.has(target.collection);
  for (const found of [...uploads, ...downloads, ...removals].filter(isKept)) {
    targets.set(found.operation, withFileUse(found, kept, uploads));
  }
  const more = places.map((place) => targetPlace(place, describe, taken));
  for (const each of more) for (const [one, target] of each.targets) targets.set(one, target);
  const added = [...kept.values(), ...more.map(({ collection }) => collection)];
  return { ...plan, collections: [...plan.collections, ...added], targets };
}

/** An operation on the files of a record. */
interface Found {
  readonly operation: Operation;
  readonly target: Stateful;
  readonly kind: FileUse['kind'];
  readonly words: readonly string[];
}

interface Ground {
  readonly plan: Plan;
  readonly owners: Owners;
  readonly giving: readonly Operation[];
  readonly free: (operation: Operation) => boolean;
}

function findUpload(operation: Operation, ground: Ground): Found | undefined {
  const { plan, owners, free } = ground;
  const before = plan.targets.get(operation);
  const kind = 'upload';
  if (before?.role === 'create') return { operation, target: before, kind, words: [] };
  const isOpen = before?.role === 'improvised' || before?.role === 'action';
  const making = isOpen && free(operation) ? findMaking(operation, ground) : undefined;
  if (making) return { operation, target: making, kind, words: [] };
  const owner = ownerOf(operation, owners);
  if (!owner) return undefined;
  const { target, words } = owner;
  if (before && before.role !== 'improvised') {
    const isOwn = before.collection === target.collection;
    return isOwn ? { operation, target: before, kind, words } : undefined;
  }
  if (!free(operation)) return undefined;
  const why = `uploads a file of one of "${target.collection.name}"`;
  return { operation, target: actOn(target, 'action', why), kind, words };
}

/**
 * `POST /documents/upload` and `POST /documents` make a document, whatever they answer, where nothing
 * else at that place makes one and files of documents are read.
 */
function findMaking(operation: Operation, { plan, owners, giving }: Ground): Stateful | undefined {
  const steps = stepsOf(operation);
  const isMaker = operation.method === 'POST' && isMaking(steps.at(-1) ?? '');
  const places = [steps.join('/'), ...(isMaker ? [steps.slice(0, -1).join('/')] : [])];
  const others = [...plan.targets];
  const listing = places.flatMap((place) =>
    others.flatMap(([one, target]) =>
      target.role === 'list' && stepsOf(one).join('/') === place ? [{ place, target }] : [],
    ),
  )[0];
  if (!listing) return undefined;
  const { target, place } = listing;
  const { collection } = target;
  const isMade = others.some(
    ([one, { role }]) => role === 'create' && stepsOf(one).join('/') === place,
  );
  const isRead = giving.some((one) => ownerOf(one, owners)?.target.collection === collection);
  if (isMade || !isRead || collection.kind !== 'items') return undefined;
  const why = `uploads a file, which makes one of "${collection.name}"`;
  return { ...actOn(target, 'create', why), given: { steps: [], schema: undefined } };
}

/** `post_document` and `upload` say that something is made; `avatar` does not. */
function isMaking(segment: string): boolean {
  return wordsOf(segment).some((word) => makingWords.has(word.toLowerCase()));
}

const makingWords = new Set('add create file import new post upload'.split(' '));

function findDownload(
  operation: Operation,
  plan: Plan,
  owners: Owners,
  uploads: readonly Found[],
): Found | undefined {
  const owner = ownerOf(operation, owners);
  const collection = owner?.target.collection;
  if (!owner || !uploads.some(({ target }) => target.collection === collection)) return undefined;
  const before = plan.targets.get(operation);
  const isKnown = before !== undefined && before.role !== 'improvised';
  if (isKnown && (before.role !== 'read' || before.collection !== collection)) return undefined;
  const why = `downloads a file of one of "${owner.target.collection.name}"`;
  const target = isKnown ? before : actOn(owner.target, 'read', why);
  return { operation, target, kind: 'download', words: owner.words };
}

/** A DELETE where a file is uploaded or downloaded removes it, and not its record. */
function findRemoval(
  operation: Operation,
  owners: Owners,
  filed: readonly Found[],
): Found | undefined {
  const owner = ownerOf(operation, owners);
  if (!owner || owner.words.length === 0) return undefined;
  const pattern = stepsOf(operation).join('/');
  if (!filed.some((one) => stepsOf(one.operation).join('/') === pattern)) return undefined;
  const why = `removes a file of one of "${owner.target.collection.name}"`;
  const target = actOn(owner.target, 'action', why);
  return { operation, target, kind: 'removal', words: owner.words };
}

/** For each collection whose files are downloaded, the one that tells which files there are. */
function keepingCollections(
  taken: Set<string>,
  downloads: readonly Found[],
  describe: DescribeMore,
): ReadonlyMap<Collection, Collection> {
  const owners = new Set(downloads.map(({ target }) => target.collection));
  return new Map(
    [...owners].map((owner) => {
      const { name, key, isKeyUnique, parents } = owner;
      const above = isKeyUnique ? [] : parents;
      const own = { parameter: `${name}_key`, collection: name, member: undefined };
      const below = owner.kind === 'singleton' ? [] : [{ ...own, isOptional: false }];
      const made = describe(freeName(`${name}.files`, taken), key ?? ['id']);
      return [owner, { ...made, ...asSingleton, parents: [...above, ...below] }];
    }),
  );
}

function withFileUse(
  { target, kind, words }: Found,
  kept: ReadonlyMap<Collection, Collection>,
  uploads: readonly Found[],
): Target {
  const telling = tellingWords(words);
  const isExact = uploads.some(
    (one) =>
      one.target.collection === target.collection &&
      telling.length > 0 &&
      tellingWords(one.words).join('/') === telling.join('/'),
  );
  const collection = kept.get(target.collection);
  return { ...target, file: { kind, collection, words: telling, isExact } };
}

/** Without the words that mean the record's own file. */
function tellingWords(words: readonly string[]): readonly string[] {
  const plain = words.map((word) => singular(plainName(word)));
  return plain.filter((word) => !wholeWords.has(word));
}

const wholeWords = new Set(
  'file content upload original media medium data raw download binary byte blob body'.split(' '),
);
