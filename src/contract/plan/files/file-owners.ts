import type { Operation } from '../../operations.ts';
import type { Plan, Stateful, StatefulRole, TargetAddress } from '../plan.ts';

/** A record that a path names, and what the path says after it. */
export interface Owner {
  readonly target: Stateful;
  readonly words: readonly string[];
}

export type Owners = ReadonlyMap<string, Stateful>;

const recordRoles: ReadonlySet<StatefulRole> = new Set([
  'read',
  'replace',
  'merge',
  'delete',
  'action',
]);

/** How operations name a record, by the pattern of the path up to it. */
export function indexOwners(targets: Plan['targets']): Owners {
  const owners = new Map<string, Stateful>();
  for (const [operation, target] of targets) {
    if (target.role === 'improvised' || !recordRoles.has(target.role)) continue;
    const { key, keyInBody, isCall, alias, collection, account } = target;
    if (keyInBody || isCall || alias || collection.kind === 'links') continue;
    const steps = stepsOf(operation);
    const isWhole = collection.kind === 'singleton' || account?.kind === 'own';
    const end = key === undefined ? steps.length : lengthUpTo(steps, key);
    if ((key === undefined && !isWhole) || (key === undefined && target.role === 'action'))
      continue;
    const pattern = steps.slice(0, end).join('/');
    if (!owners.has(pattern)) owners.set(pattern, target);
  }
  return owners;
}

/** The segments of a path; each parameter is `{}`. */
export function stepsOf({ path }: Operation): readonly string[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.map((segment) => (/^\{[^{}]*\}$/.test(segment) ? '{}' : segment));
}

function lengthUpTo(steps: readonly string[], parameter: number): number {
  const indexes = [...steps.entries()].flatMap(([index, step]) => (step === '{}' ? [index] : []));
  return (indexes[parameter] ?? steps.length) + 1;
}

const mostWords = 2;

/** The record that a path names, and what the path says after it. */
export function ownerOf(operation: Operation, owners: Owners): Owner | undefined {
  const steps = stepsOf(operation);
  for (let count = 0; count <= mostWords; count += 1) {
    const words = steps.slice(steps.length - count);
    if (words.includes('{}')) return undefined;
    const target = owners.get(steps.slice(0, steps.length - count).join('/'));
    if (target) return { target, words };
  }
  return undefined;
}

/** The target of an operation below a record that another one names in the same way. */
export function actOn(named: Naming, role: StatefulRole, why: string): Stateful {
  const { collection, key, parents, ancestors, account } = named;
  const own = account?.kind === 'own';
  return {
    role,
    collection,
    key,
    parents,
    ancestors,
    shown: undefined,
    given: undefined,
    list: undefined,
    location: undefined,
    ...(own && { account: { kind: 'own', secret: undefined, names: [], token: undefined } }),
    why,
  };
}

interface Naming extends TargetAddress, Pick<Stateful, 'ancestors'> {
  readonly account?: Stateful['account'];
}

/** What is the same in all collections that tell which files there are. */
export const asSingleton = { kind: 'singleton', key: undefined, isKeyUnique: false } as const;

export function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}-${count}`;
  taken.add(name);
  return name;
}
