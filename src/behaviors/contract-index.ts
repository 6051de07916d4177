import { once, onceFor } from '../base/once.ts';
import type { Contract } from '../contract/compile.ts';
import type { Operation } from '../contract/operations.ts';
import type { Collection, Stateful } from '../contract/plan/plan.ts';
import type { Transition } from '../contract/plan/transitions/transition.ts';
import type { StudySchema } from '../contract/schema/schema-facts.ts';
import { createStudy } from '../contract/schema/schema-facts.ts';
import type { EmbeddedMember, EmbeddingIndex } from './records/embedded-members.ts';
import { findEmbedded } from './records/embedded-members.ts';
import { indexKeyParameters } from './records/key-parameters.ts';
import type { KnownExamples } from './records/known-examples.ts';
import { findExamples } from './records/known-examples.ts';
import type { KeyForm } from './records/made-up-keys.ts';
import { findMadeUpForms, findPageSize } from './records/made-up-keys.ts';
import type { AddressOf } from './records/own-address.ts';
import type { Mirrors } from './records/mirrors.ts';
import { findMirrors } from './records/mirrors.ts';
import { createAddresses } from './records/own-address.ts';
import { namedReferences } from './records/named-references.ts';
import type { EmbeddedIn, RecordReference, References } from './records/references.ts';
import { indexReferences } from './records/references.ts';
import type { Generate } from './values/generate.ts';
import { createGenerators, usualUrl } from './values/generate.ts';
import type { KeyForms } from './writing/keys/key-forms.ts';
import { findKeyForms } from './writing/keys/key-forms.ts';

/** What follows from the contract alone: worked out on first use, for all seeds and worlds. */
export interface ContractIndex {
  readonly contract: Contract;
  readonly study: StudySchema;
  readonly generatorFor: (seed: string) => Generate;
  /** The people of whom a client is one. */
  readonly people: () => People | undefined;
  /** The one record by which a contract without people shows the client: what `/me` is. */
  readonly self: () => Collection | undefined;
  readonly collectionNamed: (name: string | undefined) => Collection | undefined;
  /** The collections that have the named one as a parent. */
  readonly collectionsUnder: (name: string) => readonly Collection[];
  /** The stateful operations of a collection. */
  readonly deedsOf: (collection: Collection) => readonly Deed[];
  /** What the contract declares that the operation makes happen, in the order of the contract. */
  readonly transitionsOf: (operation: Operation) => readonly Transition[];
  /** Whether requests can add records; if so, the server generates none under a new parent. */
  readonly isMakeable: (collection: Collection) => boolean;
  /** Whether replies and records are made up even where the contract has examples. */
  readonly ignoresExamples: boolean;
  readonly examplesOf: (collection: Collection) => KnownExamples;
  /** The rules for the keys of new records. */
  readonly keyFormsOf: (collection: Collection) => KeyForms;
  /** The rules for the keys of generated records. */
  readonly madeUpFormsOf: (collection: Collection) => readonly KeyForm[];
  /** How many records the first page of its lists has; undefined: all of them. */
  readonly pageSizeOf: (collection: Collection) => number | undefined;
  /** Where records are read on this server. */
  readonly addressOf: AddressOf;
  readonly references: () => References;
  readonly embeddedIn: EmbeddedIn;
  /** The lists of keys that each say what the other says. */
  readonly mirrors: () => Mirrors;
}

const selfNames =
  /^(?:me|self|myself|whoami|currentuser|userinfo|profile|userprofile|account|user)$/;

export interface People {
  readonly collection: Collection;
  /** Whether an operation shows a client its own record. */
  readonly isShown: boolean;
}

export interface Deed {
  readonly operation: Operation;
  readonly target: Stateful;
}

export interface IndexSetting {
  /** Of generated names, as faker calls it. Default: `en`. */
  readonly locale?: string;
  /** What the URLs of made-up files begin with. Default: the usual address of a server. */
  readonly fileUrl?: (() => string) | undefined;
  /** Default: false. */
  readonly ignoreExamples?: boolean;
}

export function indexContract(
  contract: Contract,
  { locale, fileUrl = usualUrl, ignoreExamples = false }: IndexSetting = {},
): ContractIndex {
  const { documents, collections, validators } = contract;
  const study = createStudy(documents);
  const generators = once(() =>
    createGenerators({ documents, validators, study }, locale, fileUrl),
  );
  const parameters = once(() => indexKeyParameters(contract));
  const names = once(() => new Map(collections.map((one) => [one.name, one])));
  const families = once(() => indexFamilies(collections));
  const deeds = once(() => indexDeeds(contract));
  const deedsOf = (collection: Collection): readonly Deed[] => deeds().get(collection) ?? [];
  const linked = once(() => findLinked(contract));
  const people = once(() => findPeople(contract));
  const references = once(() => indexReferences(contract));
  return {
    contract,
    study,
    generatorFor: (seed) => generators()(seed),
    people,
    self: once(() => findSelf(collections)),
    collectionNamed: (name) => (name === undefined ? undefined : names().get(name)),
    collectionsUnder: (name) => families().get(name) ?? [],
    deedsOf,
    transitionsOf: (operation) =>
      contract.transitions.filter(
        ({ cause }) => cause.kind === 'request' && cause.operation === operation,
      ),
    isMakeable: onceFor(
      (collection) =>
        (collection.kind !== 'singleton' && deedsOf(collection).some(isMaking)) ||
        linked().has(collection.name),
    ),
    ignoresExamples: ignoreExamples,
    examplesOf: onceFor((collection) =>
      findExamples(collection, ignoreExamples ? [] : deedsOf(collection)),
    ),
    keyFormsOf: onceFor((collection) =>
      findKeyForms(collection, {
        validators,
        study,
        parameters: parameters()(collection),
      }),
    ),
    madeUpFormsOf: onceFor((collection) =>
      findMadeUpForms(contract, collection, parameters()(collection)),
    ),
    pageSizeOf: onceFor((collection) => findPageSize(deedsOf(collection))),
    addressOf: createAddresses(deedsOf, fileUrl),
    references,
    mirrors: once(() => findMirrors(contract, study, references)),
    embeddedIn: onceFor((collection) =>
      embeddedOf({ contract, study, deedsOf, references, people }, collection),
    ),
  };
}

/** Whether it may add records. */
function isMaking({ target: { role, links, isWholeList } }: Deed): boolean {
  const isAdding = role === 'create' || role === 'link' || links?.change === 'replace';
  return isAdding || isWholeList === true;
}

function findSelf(collections: readonly Collection[]): Collection | undefined {
  return collections.find(({ kind, parents, name }) => {
    const last = name.split(/[./]/).at(-1) ?? '';
    const isAlone = kind === 'singleton' && parents.length === 0;
    return isAlone && selfNames.test(last.replaceAll(/[-_]/g, '').toLowerCase());
  });
}

function embeddedOf(index: EmbeddingIndex, collection: Collection): ReturnType<EmbeddedIn> {
  const facts = collection.schema && index.study(collection.schema);
  if (!facts) return new Map();
  const members = findEmbedded(index, facts, collection);
  const named = namedReferences(facts, collection, index.contract.collections);
  return new Map([...members.flatMap(toReferences), ...named]);
}

/** Of an embedded record: the member that shows it, and the one beside it with its key. */
function toReferences({
  name,
  beside,
  isList,
  target,
}: EmbeddedMember): readonly (readonly [string, readonly RecordReference[]])[] {
  const of = (form: RecordReference['form']): readonly RecordReference[] => [
    { collection: target, form: isList ? 'many' : form, stem: name },
  ];
  const told = beside === undefined || beside === name ? [] : [beside];
  return [[name, of('within')], ...told.map((other) => [other, of('one')] as const)];
}

function indexDeeds({ targets }: Contract): ReadonlyMap<Collection, readonly Deed[]> {
  const deeds = new Map<Collection, Deed[]>();
  for (const [operation, target] of targets) {
    if (target.role === 'improvised') continue;
    const others = deeds.get(target.collection) ?? [];
    others.push({ operation, target });
    deeds.set(target.collection, others);
  }
  return deeds;
}

/** The links that come with new records. */
function findLinked({ targets }: Contract): ReadonlySet<string> {
  const all = [...targets.values()];
  return new Set(
    all.flatMap((target) =>
      target.role === 'improvised' ? [] : (target.linking?.collection.name ?? []),
    ),
  );
}

function indexFamilies(
  collections: readonly Collection[],
): ReadonlyMap<string, readonly Collection[]> {
  const families = new Map<string, Collection[]>();
  for (const child of collections) {
    for (const name of new Set(child.parents.flatMap((parent) => parent.collection ?? []))) {
      families.set(name, [...(families.get(name) ?? []), child]);
    }
  }
  return families;
}

function findPeople({ collections, targets }: Contract): People | undefined {
  const own = [...targets.values()].flatMap((target) =>
    target.role !== 'improvised' && target.account?.kind === 'own' ? target.collection : [],
  );
  const collection = collections.find(({ logIns }) => logIns !== undefined) ?? own[0];
  return collection && { collection, isShown: own.includes(collection) };
}
