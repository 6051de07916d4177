import { printable } from '../base/printable.ts';
import type { ChangedRecord, ChangeList } from '../store/state/changed-records.ts';
import type { RequestEntry } from '../traffic/journal/entry.ts';

/** What is asked of a world, whether it is of this process or of a server elsewhere. */
export interface ToldWorld {
  readonly name: string;
  requests(filter: { readonly limit: number }): Awaitable<readonly Entry[]>;
  explain(id: number): Awaitable<readonly string[]>;
  changes(question: { readonly limit: number }): Awaitable<ChangeList>;
}

/** So much of a request is told. */
type Entry = Pick<RequestEntry, 'id' | 'operation' | 'verdict' | 'forced' | 'changed'> & {
  readonly request: Pick<RequestEntry['request'], 'method' | 'path' | 'query'>;
  readonly reply: Pick<RequestEntry['reply'], 'status'>;
};

type Awaitable<T> = T | Promise<T>;

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
  const lines = [...(await tellRequests(world)), ...(await tellChanges(world))];
  return lines.map(printable).join('\n');
}

async function tellRequests(world: ToldWorld): Promise<readonly string[]> {
  const all = await world.requests({ limit: mostRequests + 1 });
  if (all.length === 0) return [tellNone(world)];
  const shown = all.slice(-mostRequests);
  const explained = new Set(shown.filter(isStrange).slice(-mostExplained));
  const lines = [
    all.length > shown.length
      ? `The last ${shown.length} requests in its world "${world.name}":`
      : `The requests in its world "${world.name}":`,
  ];
  for (const entry of shown) {
    lines.push(tellEntry(entry));
    if (explained.has(entry)) lines.push(...tellWhy(await world.explain(entry.id)));
  }
  return lines;
}

function tellNone({ name }: ToldWorld): string {
  return `No request came to its world "${name}": does the code call its url, or send its headers?`;
}

/** Whether a reader of a failed test wants to know why. */
function isStrange({ verdict, forced, reply }: Entry): boolean {
  return verdict !== 'served' || forced !== undefined || reply.status >= 400;
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
