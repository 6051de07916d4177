import type { Contract } from '../../src/contract/compile.ts';
import type { Operation } from '../../src/contract/operations.ts';
import type { Collection, Stateful, StatefulRole } from '../../src/contract/plan/plan.ts';
import { nameOf } from './ring.ts';

/** An operation and what it does. */
export interface Deed {
  readonly operation: Operation;
  readonly target: Stateful;
}

/** What can be done with the records that one operation makes. */
export interface Flow {
  /** Method and path of what makes the records. */
  readonly name: string;
  readonly create: Deed;
  readonly read: Deed | undefined;
  readonly merge: Deed | undefined;
  readonly replace: Deed | undefined;
  readonly delete: Deed | undefined;
  readonly list: Deed | undefined;
}

/** What a person takes for the making of records, and the plan doesn't; and what it says instead. */
export interface Unseen {
  readonly name: string;
  readonly why: string;
}

function listDeeds({ targets }: Contract): readonly Deed[] {
  return [...targets].flatMap(([operation, target]) =>
    // What shows the client its own record is no way to any other.
    target.role === 'improvised' || target.account?.kind === 'own' ? [] : [{ operation, target }],
  );
}

/** A flow for each operation that makes records of a collection, if something is done with them. */
export function findFlows(contract: Contract): readonly Flow[] {
  const deeds = listDeeds(contract);
  return deeds
    .filter(({ target }) => target.role === 'create' && target.collection.kind === 'items')
    .map((create) => {
      const find = (role: StatefulRole): Deed | undefined => findDeed(deeds, create, role);
      return {
        name: nameOf(create.operation),
        create,
        read: find('read'),
        merge: find('merge'),
        replace: find('replace'),
        delete: find('delete'),
        list: find('list'),
      };
    })
    .filter((flow) => flow.read ?? flow.merge ?? flow.replace ?? flow.delete);
}

/** Told by the paths alone: something is posted to a path that others lead to an item below. */
export function findUnseen({ operations, targets }: Contract): readonly Unseen[] {
  const items = new Set(
    operations.flatMap(({ method, path }) => {
      const [, whole] = /^(.*)\/\{[^{}/]*\}$/.exec(plainPath(path)) ?? [];
      const isItem = whole !== undefined && /^(GET|PUT|PATCH|DELETE)$/.test(method);
      return isItem ? [whole] : [];
    }),
  );
  return operations.flatMap((operation) => {
    const target = targets.get(operation);
    const isSeen = target && ['create', 'link'].includes(target.role);
    if (operation.method !== 'POST' || isSeen || !items.has(plainPath(operation.path))) return [];
    return [
      { name: nameOf(operation), why: target ? `${target.role}: ${target.why}` : 'no target' },
    ];
  });
}

/** The operations that make records of a collection, or list them, under parents that are known. */
export function deedsOf(
  contract: Contract,
  { name }: Collection,
  role: StatefulRole,
  known: readonly (string | undefined)[],
): readonly Deed[] {
  return listDeeds(contract).filter(
    ({ target }) =>
      target.role === role &&
      target.collection.name === name &&
      target.parents.every((at, index) => at === undefined || known[index] !== undefined),
  );
}

/** Of the operations that need no parents but those of the create, the one with the likest path. */
function findDeed(deeds: readonly Deed[], create: Deed, role: StatefulRole): Deed | undefined {
  const { collection, parents } = create.target;
  const able = deeds.filter(
    ({ target }) =>
      target.role === role &&
      target.collection.name === collection.name &&
      target.parents.every((at, index) => at === undefined || parents[index] !== undefined),
  );
  return able.toSorted(
    (left, right) => likeness(right, create.operation) - likeness(left, create.operation),
  )[0];
}

function likeness({ operation }: Deed, { path }: Operation): number {
  const left = operation.path.split('/');
  const right = path.split('/');
  const differs = left.findIndex((segment, index) => segment !== right[index]);
  return differs === -1 ? left.length : differs;
}

function plainPath(path: string): string {
  return path
    .replace(/\/$/, '')
    .replaceAll(/\.(json|xml)(?=$)/g, '')
    .replace(/[?#].*$/, '');
}
