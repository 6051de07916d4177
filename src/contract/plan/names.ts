import type { Group } from './views/groups.ts';
import { isNoun } from './views/path-pattern.ts';

/** A name for each collection, its own in the contract: the last fixed segment, and more where it must be. */
export function nameGroups(
  groups: readonly Group[],
  fixed: ReadonlyMap<Group, string>,
): ReadonlyMap<Group, string> {
  const names = new Map(fixed);
  const holders = new Map([...fixed].map(([group, name]) => [name, group]));
  const give = (group: Group, name: string): void => {
    let free = name;
    for (let count = 2; holders.has(free); count += 1) free = `${name}-${count}`;
    names.set(group, free);
    holders.set(free, group);
  };
  const settle = (clashing: readonly Group[], depth: number): void => {
    for (const [name, namesakes] of gatherBy(clashing, (group) => nameOf(group, depth))) {
      const owner = namesakes.length === 1 ? namesakes[0] : ownerOf(namesakes);
      const canGrow = namesakes.some((group) => depth < nounsOf(group).length);
      if (owner) give(owner, name);
      const others = namesakes.filter((group) => group !== owner);
      if (canGrow) settle(others, depth + 1);
      else for (const group of others) give(group, lastNameOf(group, name, holders.get(name)));
    }
  };
  settle(
    groups.filter((group) => !fixed.has(group)),
    1,
  );
  return names;
}

/** Of those that share a name the one with the fewest parents keeps it, if it is the only such. */
function ownerOf(groups: readonly Group[]): Group | undefined {
  const able = groups.some(isMainKind) ? groups.filter(isMainKind) : groups;
  const fewest = Math.min(...able.map(countParents));
  const [first, ...others] = able.filter((group) => countParents(group) === fewest);
  return others.length === 0 ? first : undefined;
}

function isMainKind({ views: [main] }: Group): boolean {
  return main?.kind === 'items' && main.hasItems;
}

function countParents({ views: [main] }: Group): number {
  return main?.parents.length ?? 0;
}

function nameOf(group: Group, depth: number): string {
  return nounsOf(group).slice(-depth).join('.');
}

/** What nothing else tells apart: a version, or the one thing where there are many. */
function lastNameOf(group: Group, name: string, holder: Group | undefined): string {
  if (!holder) return name;
  if (group.views[0]?.site === holder.views[0]?.site) return `${name}.itself`;
  const [whole, other] = [group, holder].map((each) => textsOf(each).join('.'));
  return whole === undefined || whole === other ? name : whole;
}

function textsOf({ views: [main] }: Group): readonly string[] {
  return (main?.site.steps ?? []).flatMap((step) => (step.kind === 'text' ? [step.text] : []));
}

function nounsOf(group: Group): readonly string[] {
  const texts = textsOf(group);
  return [...texts.slice(0, -1).filter(isNoun), ...texts.slice(-1)];
}

function gatherBy<T>(
  all: readonly T[],
  nameOne: (each: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const gathered = new Map<string, T[]>();
  for (const each of all) {
    const name = nameOne(each);
    const others = gathered.get(name) ?? [];
    others.push(each);
    gathered.set(name, others);
  }
  return gathered;
}
