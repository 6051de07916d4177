import { printable } from '../base/printable.ts';
import type { ChangedRecord, ChangeList } from '../store/state/changed-records.ts';
import type { ToldEntry } from './request-lines.ts';
import { cut, isStrange, needsReason, tellEntry } from './request-lines.ts';
import type { AskedWorld, Awaitable } from './unused-overrides.ts';
import { tellUnused } from './unused-overrides.ts';

/** What is asked of a world, whether it is of this process or of a server elsewhere. */
export interface ToldWorld extends AskedWorld {
  readonly name: string;
  requests(filter: { readonly limit: number }): Awaitable<readonly ToldEntry[]>;
  explain(id: number): Awaitable<readonly string[]>;
  changes(question: {
    readonly limit: number;
    /** Its secrets are hidden: logs show the report. */
    readonly redacted: true;
  }): Awaitable<ChangeList>;
}

/** What is known of the test whose world it is. */
interface KnownOfTest {
  /** Why it failed. */
  readonly error?: unknown;
  /** What to look at where no request came. */
  readonly advice?: string;
}

/** How many requests are looked at: one that was refused may be followed by many that were not. */
const mostRead = 500;
/** How much a report tells at most, so that it stays readable. */
const mostRequests = 20;
const mostEarlier = 5;
const mostReasons = 5;
const mostChanges = 10;

/**
 * Tells what happened in a world: its last requests, why the server refused some, and what has
 * changed. Terminals and logs of a CI print it, so what clients sent is escaped.
 */
export async function tellWorld(world: ToldWorld, known: KnownOfTest = {}): Promise<string> {
  const lines = [
    ...(await tellRequests(world, known)),
    ...(await tellUnused(world)),
    ...(await tellChanges(world)),
  ];
  return lines.map(printable).join('\n');
}

async function tellRequests(world: ToldWorld, known: KnownOfTest): Promise<readonly string[]> {
  const all = await world.requests({ limit: mostRead });
  if (all.length === 0) return [tellNone(world, known)];
  const last = all.slice(-mostRequests);
  const strange = all.slice(0, -mostRequests).filter(isStrange);
  const earlier = strange.slice(-mostEarlier);
  const reasons = await findReasons(world, [...earlier, ...last]);
  const tell = (entries: readonly ToldEntry[]): readonly string[] =>
    entries.flatMap((entry) => tellWithReason(entry, reasons.get(entry)));
  const where = `in its world "${world.name}"`;
  const howMany =
    strange.length > earlier.length ? `, the last ${earlier.length} of ${strange.length}` : '';
  const isCut = all.length > last.length;
  return [
    ...(earlier.length > 0 ? [`Earlier ${where}${howMany}:`, ...tell(earlier)] : []),
    `${isCut ? `The last ${last.length} requests` : 'The requests'} ${where}:`,
    ...tell(last),
  ];
}

/** A test that was itself refused by the control API says so, and may not have come to a request. */
function tellNone({ name }: ToldWorld, { error, advice = usualAdvice }: KnownOfTest): string {
  return `No request came to its world "${name}".${isRefusal(error) ? '' : ` ${advice}`}`;
}

const usualAdvice = 'If one should have come: does the code call its url, or send its headers?';

/** Runners hand on copies of errors, so the name tells; Playwright has it in front of the message. */
function isRefusal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, message, cause } = error as Readonly<Record<string, unknown>>;
  return name === 'Refusal' || String(message).startsWith('Refusal: ') || isRefusal(cause);
}

/** Why some requests got their replies, which may be the same for several of them. */
interface Reason {
  readonly sentences: readonly string[];
  /** Oldest first. */
  readonly entries: ToldEntry[];
  /** False: there are newer reasons, as many as are told. */
  isTold: boolean;
  /** Marks its requests where it has several; 0: it has one. */
  mark: number;
}

async function findReasons(
  world: ToldWorld,
  entries: readonly ToldEntry[],
): Promise<ReadonlyMap<ToldEntry, Reason>> {
  const explained = entries.filter(needsReason);
  const told = await Promise.all(explained.map(async ({ id }) => await world.explain(id)));
  const reasons = new Map<string, Reason>();
  const byEntry = new Map<ToldEntry, Reason>();
  for (const [at, entry] of explained.entries()) {
    const sentences = pickSentences(told[at] ?? []);
    const text = JSON.stringify(sentences);
    const reason = reasons.get(text) ?? { sentences, entries: [], isTold: false, mark: 0 };
    reason.entries.push(entry);
    reasons.set(text, reason);
    byEntry.set(entry, reason);
  }
  const newestFirst = [...reasons.values()].toSorted((one, other) => lastId(other) - lastId(one));
  for (const reason of newestFirst.slice(0, mostReasons)) reason.isTold = true;
  const shared = [...reasons.values()].filter((one) => one.isTold && one.entries.length > 1);
  for (const [at, reason] of shared.entries()) reason.mark = at + 1;
  return byEntry;
}

const lastId = ({ entries }: Reason): number => entries.at(-1)?.id ?? 0;

/** The first sentence says what the line above does, and what the plan makes of it went well. */
function pickSentences(sentences: readonly string[]): readonly string[] {
  return sentences.slice(1).filter((one) => !one.startsWith('The operation '));
}

function tellWithReason(entry: ToldEntry, reason: Reason | undefined): readonly string[] {
  const line = tellEntry(entry);
  if (!reason) return [line];
  const { sentences, entries, isTold, mark } = reason;
  if (!isTold) return [`${line} (why: explain(${entry.id}))`];
  const marked = mark > 0 ? `${line} (${mark})` : line;
  if (entries[0] !== entry) return [marked];
  const same = `So it is with all ${entries.length} requests that are marked (${mark}).`;
  const told = mark > 0 ? [...sentences, same] : sentences;
  return [marked, ...told.map((one) => `      ${cut(one)}`)];
}

async function tellChanges(world: ToldWorld): Promise<readonly string[]> {
  const { count, changes } = await world.changes({ limit: mostChanges, redacted: true });
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
  // Of a hidden value only the mask is left, before and after.
  return cut(`  ~ ${name} ${steps.length === 0 ? 'in what is hidden' : steps.join(', ')}`);
}
