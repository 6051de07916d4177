import { plainName, singular, singulars } from '../../base/names.ts';
import type { ViewGroup } from './views/groups.ts';
import type { ParentReference } from './views/path-pattern.ts';
import type { Placing } from './views/placement.ts';

/** A parent of a collection, the same one in all of its views. */
export interface GroupParent {
  readonly parameter: string;
  readonly identity: string;
  /** The group that the parent is a record of; undefined where no path describes it. */
  readonly group: ViewGroup | undefined;
  readonly isOptional: boolean;
}

/** Tells which records the parameters of a path name, whatever the parameters are called. */
export interface Ancestry {
  /** The group whose items are at a pattern. */
  readonly groupAt: (pattern: string) => ViewGroup | undefined;
  /** For each parent of a path, in order, a text that is the same wherever this parent occurs. */
  readonly identities: (references: readonly ParentReference[]) => readonly string[];
  readonly parentsOf: (group: ViewGroup) => readonly GroupParent[];
}

export function traceAncestry({ groups, parents }: Pick<Placing, 'groups' | 'parents'>): Ancestry {
  const byPattern = new Map<string, ViewGroup>();
  const names = new Map<ViewGroup, string>();
  for (const [index, group] of groups.entries()) {
    names.set(group, `#${index}`);
    for (const { site, hasItems } of group.views) {
      if (hasItems && site.item) byPattern.set(site.item.pattern, group);
    }
  }
  const groupAt = (pattern: string): ViewGroup | undefined =>
    parents.has(pattern) ? parents.get(pattern) : byPattern.get(pattern);
  const identities = (references: readonly ParentReference[]): readonly string[] => {
    const counts = new Map<string, number>();
    return references.map(({ pattern }) => {
      const group = groupAt(pattern);
      const name = (group && names.get(group)) ?? pattern;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return count === 1 ? name : `${name} ${count}`;
    });
  };
  const known = new Map<ViewGroup, readonly GroupParent[]>();
  return {
    groupAt,
    identities,
    parentsOf(group) {
      const before = known.get(group);
      if (before) return before;
      const found = uniteParents(group, groupAt, identities);
      known.set(group, found);
      return found;
    },
  };
}

/** All parents that any view names, each after the parent before it in its view. */
function uniteParents(
  { views }: ViewGroup,
  groupAt: Ancestry['groupAt'],
  identities: Ancestry['identities'],
): readonly GroupParent[] {
  const order: string[] = [];
  const found = new Map<string, ParentReference[]>();
  const counts = new Map<string, number>();
  for (const { parents } of views) {
    let place = 0;
    for (const [index, identity] of identities(parents).entries()) {
      const reference = parents[index];
      if (!reference) continue;
      counts.set(identity, (counts.get(identity) ?? 0) + 1);
      const known = found.get(identity);
      if (known) known.push(reference);
      else {
        found.set(identity, [reference]);
        order.splice(place, 0, identity);
      }
      place = order.indexOf(identity) + 1;
    }
  }
  const parameters = new Set<string>();
  return order.flatMap((identity) => {
    const references = found.get(identity) ?? [];
    const [first] = references;
    if (!first) return [];
    const group = groupAt(first.pattern);
    const parameter = freeName(nameParent(references, group), parameters);
    parameters.add(parameter);
    return [{ parameter, identity, group, isOptional: counts.get(identity) !== views.length }];
  });
}

/** In a record, `id` is the record's own key: the name of a parent must say whose key it is. */
function nameParent(references: readonly ParentReference[], group: ViewGroup | undefined): string {
  const names = references.map(({ parameter }) => parameter);
  const segment = group?.views[0]?.site.segment;
  const [first = ''] = names;
  if (segment === undefined) return first;
  const telling = names.find((name) =>
    singulars(segment).some((one) => plainName(name).includes(plainName(one))),
  );
  if (telling !== undefined) return telling;
  const isBare = bareNames.has(plainName(first));
  return isBare ? `${singular(segment)}_${plainName(first) === 'pk' ? 'id' : first}` : first;
}

const bareNames = new Set('id pk uuid guid gid sid slug key name number code'.split(' '));

/** Two parents cannot have the same name among the members of a record. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}_${count}`;
  return free;
}
