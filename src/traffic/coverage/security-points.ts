import type { Operation } from '../../contract/operations.ts';
import type { Requirement } from '../../contract/security.ts';
import type { PointList } from './point-list.ts';

export interface SecurityPoints {
  readonly letIn: ReadonlyMap<Requirement, number>;
  readonly refused: ReadonlyMap<Requirement, number>;
  /** Of who shows nothing; undefined where nobody is refused. */
  readonly unknown: number | undefined;
}

/** The alternatives of an operation, each let in, each refused, and nothing shown at all. */
export function mapSecurity(
  { security, securityPlaces, part }: Operation,
  list: PointList,
): SecurityPoints {
  const letIn = new Map<Requirement, number>();
  const refused = new Map<Requirement, number>();
  // Where one way in is always open, nobody is ever refused.
  const isLocked = security.length > 0 && !security.some(isAlwaysOpen);
  const names = new Set<string>();
  for (const [index, requirement] of security.entries()) {
    const name = freeName(nameOf(requirement), names);
    names.add(name);
    const place = securityPlaces[index] ?? part;
    const add = (what: string): number =>
      list.add('security', [name, what], `${name} ${what}`, place);
    letIn.set(requirement, add('let in'));
    if (isLocked) refused.set(requirement, add('refused'));
  }
  const unknown = isLocked
    ? list.add('security', ['', 'refused'], 'no credentials refused', securityPlaces[0] ?? part)
    : undefined;
  return { letIn, refused, unknown };
}

/** What the connection proves counts as proven. */
function isAlwaysOpen(requirement: Requirement): boolean {
  return requirement.every(({ scheme }) => scheme.carrier.kind === 'connection');
}

function nameOf(requirement: Requirement): string {
  if (requirement.length === 0) return 'anybody';
  return requirement
    .map(({ scheme, scopes }) =>
      scopes.length === 0 ? scheme.name : `${scheme.name} (${scopes.join(', ')})`,
    )
    .join(' and ');
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name} #${count}`;
  return free;
}
