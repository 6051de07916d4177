import { textOf } from '../base/json.ts';
import type { Complaint } from '../base/errors.ts';
import type { Contract } from '../contract/compile.ts';
import type { Operation } from '../contract/operations.ts';
import type { EnvelopeMember, ListHeader } from '../contract/plan/lists/envelopes.ts';
import type { ListPlan } from '../contract/plan/lists/list-plan.ts';
import type { QueryMeaning } from '../contract/plan/lists/queries.ts';
import type { ActionEffect, Collection, Stateful, Target } from '../contract/plan/plan.ts';
import { describeTransition } from '../contract/plan/transitions/describing.ts';
import type { Blueprint } from './blueprint.ts';

/** The plan as `stuntdouble plan --json` prints it: docs/correcting-the-plan.md describes it. */
export interface PlanDocument {
  readonly contract: { readonly title: string; readonly version: string };
  readonly collections: readonly PlannedCollection[];
  readonly operations: readonly PlannedOperation[];
  readonly summary: PlanSummary;
}

export interface PlannedCollection {
  readonly name: string;
  readonly kind: 'items' | 'singleton' | 'links';
  readonly key: string | null;
  /** Where keys are the names of records: their form, with a star for each value. */
  readonly names?: string;
  readonly parents: readonly {
    readonly parameter: string;
    readonly collection: string | null;
    readonly optional: boolean;
  }[];
  /** Of links: the collection whose records are linked. */
  readonly of: string | null;
  readonly data: 'fixtures' | 'improvised';
  /** What happens to its records without a request, one line for each. */
  readonly transitions: readonly string[];
}

export interface PlannedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly role: Target['role'];
  /** The role in words, which differ for items, singletons and links. */
  readonly does: string;
  readonly collection: string | null;
  /** The path parameter that names the record; of a call, the member or the query parameter. */
  readonly key: string | null;
  /** The path parameters that name the parents, and null for each that the path leaves out. */
  readonly parents: readonly (string | null)[];
  readonly list: PlannedList | null;
  /** What an action changes in its record: `status = cancelled`. */
  readonly effects: readonly string[];
  /** What the contract declares of how the record changes, one line for each. */
  readonly transitions: readonly string[];
  readonly why: string;
}

export interface PlannedList {
  /** The place of the records in the body; empty if they are the body. */
  readonly records: string;
  readonly queries: readonly {
    readonly name: string;
    readonly meaning: QueryMeaning['kind'];
    /** Of a filter: the member that it compares. */
    readonly member: string | null;
    /** Of a filter: how it compares; null: the values must be the same. */
    readonly compare: string | null;
  }[];
  /** Query parameters that change nothing, since their meaning isn't known. */
  readonly unused: readonly string[];
  readonly members: readonly {
    readonly member: string;
    readonly meaning: EnvelopeMember['meaning'];
  }[];
  readonly headers: readonly { readonly name: string; readonly meaning: ListHeader['meaning'] }[];
  /** How many records a page has if a request does not say; null: all. */
  readonly pageSize: number | null;
}

export interface PlanSummary {
  readonly operations: number;
  readonly collections: number;
  readonly does: readonly {
    readonly does: string;
    readonly operations: number;
    readonly share: number;
  }[];
  readonly warnings: number;
  /** Schemas that could not be compiled: their checks accept every value. */
  readonly uncompiled: readonly Pick<Complaint, 'file' | 'line' | 'pointer' | 'message'>[];
}

export function describePlan(
  { contract, base }: Blueprint,
  uncompiled: readonly Complaint[],
): PlanDocument {
  const operations = contract.operations.map((operation) => describeOperation(operation, contract));
  const collections = contract.collections.map((collection) =>
    describeCollection(collection, contract, base.authoritative.has(collection.name)),
  );
  return {
    contract: { title: contract.title, version: contract.version },
    collections,
    operations,
    summary: {
      operations: operations.length,
      collections: collections.length,
      does: countRoles(operations),
      warnings: contract.warnings.length + [...contract.review()].flat().length,
      uncompiled: uncompiled.map(({ file, line, pointer, message }) => ({
        file,
        line,
        pointer,
        message,
      })),
    },
  };
}

function describeCollection(
  { name, kind, key, nameForm, parents, of }: Collection,
  { transitions }: Contract,
  hasFixtures: boolean,
): PlannedCollection {
  return {
    name,
    kind,
    key: key?.join('.') ?? null,
    ...(nameForm && { names: nameForm.texts.map((text) => `${text}*`).join('') }),
    parents: parents.map(({ parameter, collection = null, isOptional }) => ({
      parameter,
      collection,
      optional: isOptional,
    })),
    of: of ?? null,
    data: hasFixtures ? 'fixtures' : 'improvised',
    transitions: transitions
      .filter(({ collection, cause }) => collection === name && cause.kind !== 'request')
      .map(describeTransition),
  };
}

function describeOperation(operation: Operation, contract: Contract): PlannedOperation {
  const target = contract.targets.get(operation);
  const { id, method, path, pathNames } = operation;
  const nameAt = (index: number | undefined): string | null =>
    index === undefined ? null : (pathNames[index] ?? null);
  if (!target || target.role === 'improvised') {
    return {
      id,
      method,
      path,
      role: 'improvised',
      does: 'improvised',
      collection: null,
      key: null,
      parents: [],
      list: null,
      effects: [],
      transitions: [],
      why: target?.why ?? '',
    };
  }
  const transitions = contract.transitions.filter(
    ({ cause }) => cause.kind === 'request' && cause.operation === operation,
  );
  const isInferred = transitions.every(({ set, unset }) => set.length + unset.length === 0);
  return {
    id,
    method,
    path,
    role: target.role,
    does: wordsFor(target),
    collection: target.collection.name,
    key: nameAt(target.key) ?? keyOfCall(target),
    parents: target.parents.map(nameAt),
    list: target.list ? describeList(target, target.list) : null,
    effects: isInferred ? (target.effects?.() ?? []).map(describeEffect) : [],
    transitions: transitions.map(describeTransition),
    why: target.why,
  };
}

function keyOfCall({ isCall, keyInBody, keyInQuery }: Stateful): string | null {
  return isCall ? (keyInQuery ?? keyInBody?.join('.') ?? null) : null;
}

/** `status = cancelled`, `archived_at = now`, `likes + 1`. */
function describeEffect(effect: ActionEffect): string {
  const { member, to } = effect;
  if (to === 'more') return `${member} ${effect.by > 0 ? '+' : '-'} 1`;
  return `${member} = ${to === 'value' ? textOf(effect.value) : to}`;
}

function wordsFor({ role, collection: { kind } }: Stateful): string {
  if (kind === 'links') return `link set ${linkWords[role] ?? role}`;
  if (kind === 'singleton') return `singleton ${role}`;
  return itemRoles.has(role) ? `item ${role}` : role;
}

const itemRoles: ReadonlySet<string> = new Set(['read', 'replace', 'merge', 'delete']);
const linkWords: Readonly<Record<string, string>> = {
  link: 'add',
  create: 'add',
  delete: 'remove',
};

function describeList({ shown }: Stateful, list: ListPlan): PlannedList {
  const { queries, unused = [], members, headers = [], pageSize = null } = list;
  return {
    records: [
      ...(shown?.steps ?? []),
      ...(shown?.wrapper ? ['[]', ...shown.wrapper.steps] : []),
    ].join('.'),
    queries: [...queries].map(([name, query]) => ({
      name,
      meaning: query.kind,
      member: query.kind === 'filter' ? query.steps.join('.') : null,
      compare: query.kind === 'filter' ? (query.compare ?? null) : null,
    })),
    unused,
    members: members.map(({ steps, meaning }) => ({ member: steps.join('.'), meaning })),
    headers: headers.map(({ name, meaning }) => ({ name, meaning })),
    pageSize,
  };
}

/** The most frequent come first, and improvised operations last. */
function countRoles(operations: readonly PlannedOperation[]): PlanSummary['does'] {
  const counts = new Map<string, number>();
  for (const { does } of operations) counts.set(does, (counts.get(does) ?? 0) + 1);
  return [...counts]
    .toSorted(([left, few], [right, many]) => rankOf(left) - rankOf(right) || many - few)
    .map(([does, count]) => ({
      does,
      operations: count,
      share: Number((count / operations.length).toFixed(3)),
    }));
}

function rankOf(does: string): number {
  return does === 'improvised' ? 1 : 0;
}
