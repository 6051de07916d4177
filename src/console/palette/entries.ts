import { defaultWorld } from '../api/client.ts';
import type { PlannedOperation, World } from '../api/documents.ts';
import type { FoundRecord } from '../api/record-documents.ts';
import type { Console, KeyBinding } from '../shell/console.ts';
import { placeIn } from '../shell/route.ts';
import { nameOf, routeOf, titleOf } from '../state/records.ts';
import type { Findable } from './match.ts';
import { findMatches } from './match.ts';
import { quoteMatch, shortenAround } from './quote.ts';

/** One thing that the palette offers. */
export interface Entry extends Findable {
  readonly id: string;
  /** Why a user is asked once more before it is done. */
  readonly warning?: string;
  run(this: void): void;
}

export interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
  /** How many fit, and are not shown. */
  readonly more: number;
}

export interface Offered {
  readonly actions: readonly Entry[];
  readonly operations: readonly PlannedOperation[];
  readonly worlds: readonly World[];
  /** Their names. */
  readonly credentials: readonly string[];
  /** Those that the server found by the query. */
  readonly records: readonly Hit[];
}

/** A record, and the text by which the server found it. */
export type Hit = FoundRecord & { readonly search: string };

/** How many of a group are shown: who wants others types more. */
const most = 8;

/** What fits a query, group by group; without one, what can be done and the worlds. */
export function listGroups(offered: Offered, query: string, shell: Way): readonly Group[] {
  const { actions, operations, worlds, records, credentials } = offered;
  const find = (title: string, entries: readonly Entry[]) => ({
    title,
    entries: findMatches(entries, query),
  });
  const groups = [
    find('Actions', actions),
    find(
      'Worlds',
      worlds.map((one) => toWorld(one, shell)),
    ),
  ];
  if (query.trim() === '') return groups.map((group) => ({ ...group, more: 0 })).filter(isFilled);
  const found = [
    ...groups.slice(0, 1),
    find('Operations', shell.hasContract ? operations.map((one) => toOperation(one, shell)) : []),
    find(
      'Collections',
      collectionsOf(operations).map((name) => toCollection(name, shell)),
    ),
    ...groups.slice(1),
    find(
      'Credentials',
      credentials.map((name) => toCredential(name, shell)),
    ),
    // The server has found them already.
    { title: 'Records', entries: records.map((one) => toRecord(one, shell)) },
  ];
  return found
    .map(({ title, entries }) => ({
      title,
      entries: entries.slice(0, most),
      more: Math.max(0, entries.length - most),
    }))
    .filter(isFilled);
}

function isFilled({ entries }: Group): boolean {
  return entries.length > 0;
}

function collectionsOf(operations: readonly PlannedOperation[]): readonly string[] {
  return [...new Set(operations.flatMap(({ collection }) => collection ?? []))];
}

type Way = Pick<Console, 'go' | 'route' | 'hasContract'>;

function toOperation({ id, method, path, summary }: PlannedOperation, { go }: Way): Entry {
  const detail = [`${method} ${path}`, summary ?? ''].filter(Boolean).join(' · ');
  return { id: `operation ${id}`, text: id, detail, run: () => go(['contract', id]) };
}

function toWorld({ name }: World, { go, route }: Way): Entry {
  const detail = name === defaultWorld ? 'the world of those who name none' : 'world';
  const { path, query } = placeIn(name, route);
  const run = (): void => go(path, query);
  return { id: `world ${name}`, text: name, detail, run };
}

function toCollection(name: string, { go }: Way): Entry {
  return {
    id: `collection ${name}`,
    text: name,
    detail: 'records',
    run: () => go(['state', name]),
  };
}

function toCredential(name: string, { go }: Way): Entry {
  const run = (): void => go(['clock', name]);
  return { id: `credential ${name}`, text: name, detail: 'credential', run };
}

function toRecord(found: Hit, { go }: Way): Entry {
  const { collection, key, parents, is_made_up: isMadeUp } = found;
  const place = { key, parents };
  const detail = [...tellHit(found), isMadeUp ? 'made up' : ''].filter(Boolean).join(' · ');
  return {
    id: `record ${JSON.stringify([collection, key, parents])}`,
    text: titleOf(collection, place),
    detail,
    run: () => go(...routeOf(collection, place)),
  };
}

/** The name of a record, and before it the value that was searched for, where neither name nor key shows it. */
function tellHit({ key, record, search }: Hit): readonly string[] {
  const name = nameOf(record);
  const inName = shortenAround(name ?? '', search);
  if (name === undefined || inName === undefined) {
    const isInKey = shortenAround(key, search) !== undefined;
    return [isInKey ? '' : (quoteMatch(record, search) ?? ''), name ?? ''];
  }
  return [inName];
}

/** Keys that lead from line to line, or here: they mean nothing from here. */
const moving = /^(?:Control\+k|Arrow\w+|Page\w+|Home|End|Enter|Escape| |j|k|\/)$/;

/** What a key does now can be chosen here as well. */
export function toActions(all: readonly KeyBinding[]): readonly Entry[] {
  const keys = all.filter((one) => !moving.test(one.keys));
  return keys.map(({ keys: own, label, run }) => ({
    id: `key ${own} ${label}`,
    text: label,
    detail: own,
    run,
  }));
}
