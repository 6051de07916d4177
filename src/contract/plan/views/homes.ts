import type { Part } from '../../load/documents.ts';
import { findKey, isWorldwide } from '../keys.ts';
import { plainName, singular, singulars, wordsOf } from '../../../base/names.ts';
import { isNoun } from './path-pattern.ts';
import { nameOfIdentity } from '../../schema/schema-names.ts';
import type { Records } from './records.ts';
import type { CollectionView } from './views.ts';

/** Collections whose items have paths, by component and by name. */
export interface Homes<T> {
  readonly byIdentity: ReadonlyMap<string, readonly CollectionHome<T>[]>;
  readonly byName: ReadonlyMap<string, readonly CollectionHome<T>[]>;
}

interface CollectionHome<T> {
  readonly group: T;
  readonly main: CollectionView;
  readonly order: number;
}

export function indexHomes<T extends { readonly views: readonly CollectionView[] }>(
  groups: readonly T[],
): Homes<T> {
  const byIdentity = new Map<string, CollectionHome<T>[]>();
  const byName = new Map<string, CollectionHome<T>[]>();
  for (const [order, group] of groups.entries()) {
    const [main] = group.views;
    if (!main) continue;
    const home = { group, main, order };
    for (const identity of new Set(group.views.flatMap((view) => view.identity ?? []))) {
      file(byIdentity, identity, home);
    }
    for (const name of new Set(singulars(main.site.segment).map(plainName))) {
      file(byName, name, home);
    }
  }
  return { byIdentity, byName };
}

/** Finds the collection with paths of items whose records this place shows. */
export function findHome<T>(
  records: Records,
  homes: Homes<T>,
  view: CollectionView,
): T | undefined {
  const { evidence, site } = view;
  const homeOf = (identity: string | undefined): CollectionHome<T> | undefined => {
    const able = identity === undefined ? [] : (homes.byIdentity.get(identity) ?? []);
    const names = namesFor(view, identity);
    const called = able.find((home) => isCalled(home, names));
    return called ?? (view.isShared ? able.find(isOfComponent) : able[0]);
  };
  const made = homeOf(evidence.made?.identity);
  if (made) return made.group;
  const schema = evidence.list?.items ?? evidence.made?.schema;
  const identity = schema && records.identity(schema);
  const shown = homeOf(identity);
  const names = namesFor(view, identity);
  if (shown && isCalled(shown, names)) return shown.group;
  const others = homesCalled(homes, names).filter(({ main }) => {
    if (!main.evidence.read || !main.key) return false;
    const key = schema && findKey(records, schema, main.evidence.name);
    return key !== undefined && key.join('.') === main.key.join('.');
  });
  const own = plainName(singular(site.segment));
  const alike = others.filter(({ main }) => alikeOf(main) === own);
  const called =
    only(alike) ??
    only(alike.filter(({ main }) => nounsIn(main) === nounsIn(view))) ??
    onlyPlural(others);
  return (called ?? shown ?? homeOf(evidence.madeFrom?.identity))?.group;
}

/** Whether the component that many places show has the name of this one: `BaseItem` of `/items`. */
function isOfComponent<T>({ main }: CollectionHome<T>): boolean {
  const words = new Set(wordsOf(nameOfIdentity(main.identity ?? '') ?? '').map(plainName));
  const isNamed = singulars(main.site.segment).some((one) => words.has(plainName(one)));
  return isNamed && main.evidence.read !== undefined && isWorldwide(main.key ?? []);
}

export function isAlike(one: CollectionView, other: CollectionView): boolean {
  return alikeOf(one) === alikeOf(other);
}

/** The fixed segments of a path as plain names, without versions. */
export function nounsIn({ site }: CollectionView): string {
  const texts = site.steps.flatMap((step) => (step.kind === 'text' ? [step.text] : []));
  return texts.filter(isNoun).map(plainName).join(' ');
}

export function haveSameParents(one: CollectionView, other: CollectionView): boolean {
  return (
    one.parents.length === other.parents.length &&
    one.parents.every(({ pattern }, index) => {
      const another = other.parents[index]?.pattern ?? '';
      return bareNounsOf(pattern) === bareNounsOf(another) && mayBeOneVersion(pattern, another);
    })
  );
}

function bareNounsOf(pattern: string): string {
  return pattern.split('/').filter(isNoun).join(' ').trim().replace(audiences, '');
}

/** Words in front of a place that tell for whom it is, and not what is there: `/admin/users`. */
const audiences =
  /^(?:(?:admin|administration|backoffice|console|internal|management|platform|portal|private|public|staff) )+(?=.)/;

export function bareNounsIn(view: CollectionView): string {
  return nounsIn(view).replace(audiences, '');
}

/** Whether paths differ only in whom they are for, and one component has all members of the other. */
export function areSame(records: Records, one: CollectionView, other: CollectionView): boolean {
  if (!one.schema || !other.schema || !one.key || one.isShared) return false;
  const isSameKey = one.key.join('.') === other.key?.join('.');
  if (!isSameKey || bareNounsIn(one) !== bareNounsIn(other)) return false;
  if (!haveSameParents(one, other) || !mayBeOneVersion(one.site.pattern, other.site.pattern))
    return false;
  const [first, second] = [one.schema, other.schema];
  return showsAll(records, first, second) || showsAll(records, second, first);
}

/** A path may leave its version out. */
function mayBeOneVersion(one: string, other: string): boolean {
  const [first, second] = [one, other].map((pattern) =>
    pattern.split('/').find((text) => /\d/.test(text) && !isNoun(text)),
  );
  return first === second || first === undefined || second === undefined;
}

/** Whether a record has all members of another one, and may have the same values there. */
function showsAll(records: Records, some: Part, all: Part): boolean {
  const members = [...records.members(some)];
  return (
    members.length > 1 &&
    members.every(([name, part]) => {
      const same = records.members(all).get(name);
      const [types, others] = [part, same].map((one) => one && records.types(one));
      if (!same || !types || !others) return false;
      const isOpen = types.size === 0 || others.size === 0;
      return (
        (isOpen || [...types].some((type) => others.has(type))) &&
        records.identity(part) === records.identity(same)
      );
    })
  );
}

/** Names that a collection may have: that of the place, and that of the component shown there. */
interface Names {
  readonly own: string;
  readonly head: string;
}

/** Words in a component's name that tell how much of a record it shows. */
const manners = new Set(
  'simple minimal full partial short basic object dto summary response resource model item detail details schema out view entity info'.split(
    ' ',
  ),
);

function namesFor({ site }: CollectionView, identity: string | undefined): Names {
  const name = identity === undefined ? undefined : nameOfIdentity(identity);
  const words = wordsOf(name ?? '').map(plainName);
  const head = words.findLast((word) => !manners.has(word)) ?? '';
  return { own: plainName(singular(site.segment)), head };
}

function isCalled<T>({ main }: CollectionHome<T>, { own, head }: Names): boolean {
  return alikeOf(main) === own || singulars(main.site.segment).map(plainName).includes(head);
}

function homesCalled<T>({ byName }: Homes<T>, names: Names): readonly CollectionHome<T>[] {
  const all = new Set([...(byName.get(names.own) ?? []), ...(byName.get(names.head) ?? [])]);
  return [...all]
    .filter((home) => isCalled(home, names))
    .toSorted((one, other) => one.order - other.order);
}

/** A path in the singular is one particular record: `/user` beside `/users`. */
function onlyPlural<T>(homes: readonly CollectionHome<T>[]): CollectionHome<T> | undefined {
  return only(homes) ?? only(homes.filter(({ main }) => alikeOf(main) !== plainOf(main)));
}

function only<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}

function alikeOf({ site }: CollectionView): string {
  return plainName(singular(site.segment));
}

function plainOf({ site }: CollectionView): string {
  return plainName(site.segment);
}

function file<K, T>(all: Map<K, T[]>, key: K, one: T): void {
  const others = all.get(key);
  if (others) others.push(one);
  else all.set(key, [one]);
}
