import { defaultWorld } from '../api/client.ts';
import type { PlannedOperation, World } from '../api/documents.ts';
import type { FoundRecord } from '../api/record-documents.ts';
import type { Console, KeyBinding } from '../shell/console.ts';
import { nameOf, routeOf, titleOf } from '../state/records.ts';
import type { Findable } from './match.ts';
import { findMatches } from './match.ts';

/** One thing that the palette offers. */
export interface Entry extends Findable {
  readonly id: string;
  /** Asks once more before it is done: there is no way back. */
  readonly isDangerous?: boolean;
  run(this: void): void;
}

export interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

export interface Offered {
  readonly actions: readonly Entry[];
  readonly operations: readonly PlannedOperation[];
  readonly worlds: readonly World[];
  /** Those that the server found by the query. */
  readonly records: readonly FoundRecord[];
}

/** How many of a group are shown: who wants others types more. */
const most = 8;

/** What fits a query, group by group; without one, what can be done and the worlds. */
export function listGroups(offered: Offered, query: string, shell: Way): readonly Group[] {
  const isAsked = query.trim() !== '';
  const groups = [
    { title: 'Actions', entries: findMatches(offered.actions, query) },
    {
      title: 'Operations',
      entries: isAsked
        ? findMatches(
            offered.operations.map((one) => toOperation(one, shell)),
            query,
          )
        : [],
    },
    {
      title: 'Worlds',
      entries: findMatches(
        offered.worlds.map((one) => toWorld(one, shell)),
        query,
      ),
    },
    {
      title: 'Records',
      entries: isAsked ? offered.records.map((one) => toRecord(one, shell)) : [],
    },
  ];
  return groups
    .map(({ title, entries }) => ({ title, entries: entries.slice(0, isAsked ? most : undefined) }))
    .filter(({ entries }) => entries.length > 0);
}

type Way = Pick<Console, 'go' | 'route'>;

function toOperation({ id, method, path, summary }: PlannedOperation, { go }: Way): Entry {
  const detail = [`${method} ${path}`, summary ?? ''].filter(Boolean).join(' · ');
  return { id: `operation ${id}`, text: id, detail, run: () => go(['contract', id]) };
}

function toWorld({ name }: World, { go, route }: Way): Entry {
  const detail = name === defaultWorld ? 'the world of those who name none' : 'world';
  const run = (): void => go(route.path.slice(0, 1), { world: name });
  return { id: `world ${name}`, text: name, detail, run };
}

function toRecord(found: FoundRecord, { go }: Way): Entry {
  const { collection, key, parents, record, is_made_up: isMadeUp } = found;
  const place = { key, parents };
  const detail = [nameOf(record), isMadeUp ? 'made up' : undefined].filter(Boolean).join(' · ');
  return {
    id: `record ${JSON.stringify([collection, key, parents])}`,
    text: titleOf(collection, place),
    detail,
    run: () => go(...routeOf(collection, place)),
  };
}

/** What a key does now can be chosen here as well. */
export function toActions(keys: readonly KeyBinding[]): readonly Entry[] {
  return keys.map(({ keys: own, label, run }) => ({
    id: `key ${own} ${label}`,
    text: label,
    detail: own === ' ' ? 'Space' : own,
    run,
  }));
}
