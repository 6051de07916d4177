import { printable } from '../base/printable.ts';
import type { ChangedRecord, ChangeList } from '../store/state/changed-records.ts';
import type { OverrideReport } from '../traffic/documents.ts';
import type { RequestEntry } from '../traffic/journal/entry.ts';

/** What is asked of a world, whether it is of this process or of a server elsewhere. */
export interface ToldWorld {
  readonly name: string;
  requests(filter: { readonly limit: number }): Awaitable<readonly Entry[]>;
  explain(id: number): Awaitable<readonly string[]>;
  overrides(): Awaitable<readonly Pick<OverrideReport, 'id' | 'operation' | 'hits'>[]>;
  changes(question: { readonly limit: number }): Awaitable<ChangeList>;
}

/** So much of a request is told. */
type Entry = Pick<
  RequestEntry,
  'id' | 'operation' | 'verdict' | 'forced' | 'changed' | 'unknownQuery'
> & {
  readonly request: Pick<RequestEntry['request'], 'method' | 'path' | 'query'>;
  readonly reply: Pick<RequestEntry['reply'], 'status'>;
};

type Awaitable<T> = T | Promise<T>;

/** How many requests are looked at: one that was refused may be followed by many that were not. */
const mostRead = 500;
/** How much a report tells at most, so that it stays readable. */
const mostRequests = 20;
const mostExplained = 5;
const mostChanges = 10;
const widest = 200;

/**
 * Tells what happened in a world: its last requests, why the server refused some, and what has
 * changed. Terminals and logs of a CI print it, so what clients sent is escaped.
 */
export async function tellWorld(world: ToldWorld): Promise<string> {
  const lines = [
    ...(await tellRequests(world)),
    ...(await tellOverrides(world)),
    ...(await tellChanges(world)),
  ];
  return lines.map(printable).join('\n');
}

async function tellRequests(world: ToldWorld): Promise<readonly string[]> {
  const all = await world.requests({ limit: mostRead });
  if (all.length === 0) return [tellNone(world)];
  const last = all.slice(-mostRequests);
  const earlier = all.slice(0, -mostRequests).filter(isStrange).slice(-mostExplained);
  const explained = new Set([...earlier, ...last].filter(isStrange).slice(-mostExplained));
  const tell = async (entries: readonly Entry[]): Promise<readonly string[]> => {
    const lines: string[] = [];
    for (const entry of entries) {
      lines.push(tellEntry(entry));
      if (explained.has(entry)) lines.push(...tellWhy(await world.explain(entry.id)));
    }
    return lines;
  };
  const where = `in its world "${world.name}":`;
  const isCut = all.length > last.length;
  return [
    ...(earlier.length > 0 ? [`Earlier ${where}`, ...(await tell(earlier))] : []),
    isCut ? `The last ${last.length} requests ${where}` : `The requests ${where}`,
    ...(await tell(last)),
  ];
}

function tellNone({ name }: ToldWorld): string {
  return `No request came to its world "${name}": does the code call its url, or send its headers?`;
}

/** Whether a reader of a failed test wants to know why. */
function isStrange({ verdict, forced, reply, unknownQuery }: Entry): boolean {
  const isUsual = verdict === 'served' && forced === undefined && reply.status < 400;
  return !isUsual || unknownQuery.length > 0;
}

function tellEntry({ request, reply, operation, verdict, changed }: Entry): string {
  const { method, path, query } = request;
  const target = query === '' ? path : `${path}?${query.replace(/^\?/, '')}`;
  const what = operation === undefined ? '' : `, ${operation}`;
  const outcome = verdict === 'served' ? '' : `, ${verdict}`;
  const written = changed === 0 ? '' : `, changed ${countOf(changed, 'record')}`;
  return `  ${method} ${cut(withoutWorld(target))} ${reply.status}${what}${outcome}${written}`;
}

const withoutWorld = (path: string): string => path.replace(/^\/~[^/?]+(?=[/?]|$)/, '');

/** The first sentence says what the line above does, and what the plan makes of it went well. */
function tellWhy(sentences: readonly string[]): readonly string[] {
  const told = sentences.slice(1).filter((one) => !one.startsWith('The operation '));
  return told.map((one) => `      ${cut(one)}`);
}

/** A test that waits for what it has arranged fails without another sign of it. */
async function tellOverrides(world: ToldWorld): Promise<readonly string[]> {
  const silent = (await world.overrides()).filter(({ hits }) => hits === 0);
  if (silent.length === 0) return [];
  const told = silent.map(({ id, operation = 'any operation' }) => `  ${id}, for ${operation}`);
  return ['Overrides that applied to no request:', ...told.slice(0, mostChanges).map(cut)];
}

async function tellChanges(world: ToldWorld): Promise<readonly string[]> {
  const { count, changes } = await world.changes({ limit: mostChanges });
  if (count === 0) return [];
  const more = count > changes.length ? [`  and ${count - changes.length} more`] : [];
  return ['What has changed in it:', ...changes.map(tellChange), ...more];
}

function tellChange({ collection, key, before, after }: ChangedRecord): string {
  const name = key === '' ? collection : `${collection} ${key}`;
  if (before === null) return cut(`  + ${name} ${JSON.stringify(after)}`);
  if (after === null) return `  - ${name}`;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const steps = names.flatMap((member) => {
    const [from, to] = [before[member], after[member]].map((value) => JSON.stringify(value));
    return from === to ? [] : [`${member}: ${from ?? 'none'} -> ${to ?? 'none'}`];
  });
  return cut(`  ~ ${name} ${steps.join(', ')}`);
}

function countOf(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

function cut(text: string): string {
  return text.length > widest ? `${text.slice(0, widest)}…` : text;
}
