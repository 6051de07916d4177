import type { ProblemCode } from '../../base/catalogue.ts';
import type { ApiError, Violation } from '../../base/errors.ts';
import { copyText } from '../../base/texts.ts';
import type { UnknownName } from '../../pipeline/checks/unknown-query.ts';
import { describeUnknown } from '../../pipeline/checks/unknown-query.ts';
import type { Passage } from '../../pipeline/exchange.ts';
import type { Secrets } from '../redaction/found/secrets.ts';
import type { Redacted, Redactor } from '../redaction/redactor.ts';
import { createRedactor } from '../redaction/redactor.ts';
import type {
  CoverageReport,
  SeenBreach,
  SeenUnknown,
  SeenUnmatched,
  SeenViolation,
  Tallied,
} from './report.ts';

/** Different entries, up to a limit, each with the number of times it was seen. */
export interface ViolationList<T> {
  add(seen: Safe<T>): void;
  /** Adds what another such list has listed. */
  addAll(others: Tallied<T & { readonly count: number }>): void;
  list(): Tallied<T & { readonly count: number }>;
}

/** Many people see reports, so texts from clients are kept without their secrets. */
type Safe<T> = { readonly [Name in keyof T]: Name extends Sent ? Redacted : T[Name] };
type Sent = 'pointer' | 'message' | 'path' | 'name';

/** What broke the contract, and the requests that no operation matches. */
export interface ViolationLog {
  readonly violations: ViolationList<Omit<SeenViolation, 'count'>>;
  readonly unmatched: ViolationList<Omit<SeenUnmatched, 'count'>>;
  readonly breaches: ViolationList<Omit<SeenBreach, 'count'>>;
  readonly unknownQuery: ViolationList<Omit<SeenUnknown, 'count'>>;
  /** Clients repeat their mistakes: a name is redacted once, which costs more than all the rest. */
  readonly shownNames: WeakMap<UnknownName, Safe<Omit<SeenUnknown, 'count'>>>;
}

const mostKept = 1000;
/** In characters. Clients choose these texts. */
const longestText = 300;

export function createViolationLog(): ViolationLog {
  return {
    violations: createCollection(({ operation, in: place, pointer, keyword }) => [
      operation,
      place,
      pointer,
      keyword,
    ]),
    unmatched: createCollection(({ method, path }) => [method, path]),
    breaches: createCollection(({ operation, message }) => [operation, message]),
    unknownQuery: createCollection(({ operation, name }) => [operation, name]),
    shownNames: new WeakMap(),
  };
}

/** The lists as reports have them, and as they are saved. */
export type SeenLists = Pick<
  CoverageReport,
  'violations' | 'unmatched' | 'breaches' | 'unknown_query'
>;

export function listSeen(log: ViolationLog): SeenLists {
  return {
    violations: log.violations.list(),
    unmatched: log.unmatched.list(),
    breaches: log.breaches.list(),
    unknown_query: log.unknownQuery.list(),
  };
}

export function addSeen(log: ViolationLog, seen: SeenLists): void {
  log.violations.addAll(seen.violations);
  log.unmatched.addAll(seen.unmatched);
  log.breaches.addAll(seen.breaches);
  log.unknownQuery.addAll(seen.unknown_query);
}

/** Leaves out what was wrong with other operations. */
export function narrowSeen(
  { violations, unmatched, breaches, unknown_query }: SeenLists,
  isWanted: (operation: string) => boolean,
): SeenLists {
  const narrow = <T extends { readonly operation: string }>(all: Tallied<T>): Tallied<T> => ({
    ...all,
    listed: all.listed.filter(({ operation }) => isWanted(operation)),
  });
  return {
    violations: narrow(violations),
    unmatched,
    breaches: narrow(breaches),
    unknown_query: narrow(unknown_query),
  };
}

/** Notes a request that was refused because no operation matches it; says whether it was one. */
export function noteUnmatched(
  passage: Passage,
  violationLog: ViolationLog,
  secrets: () => Secrets,
): boolean {
  const { reached, reply } = passage;
  if (reply.verdict.kind !== 'refused') return false;
  const { code, nearestPath: nearest } = reply.verdict.error;
  // Other refusals come before the server looks for an operation.
  if (code !== 'unknown-path' && code !== 'method-not-allowed') return false;
  // This path has no prefix of a world or a mount, so each contract path is one entry.
  const { method, path } = reached;
  const shown = redactorOf(passage, [], secrets()).path(path);
  violationLog.unmatched.add({ method, path: shown, ...nearestOf({ nearest }) });
  return true;
}

/** Notes the violations of a request, or the breach of its reply. */
export function noteViolations(
  passage: Passage,
  { violations, breaches }: ViolationLog,
  secrets: () => Secrets,
): void {
  const { verdict } = passage.reply;
  const operation = passage.reached.operation?.id;
  if (operation === undefined) return;
  if (verdict.kind === 'breach') {
    const { breach } = verdict;
    const redactor = redactorOf(passage, breach.violations, secrets());
    breaches.add({ operation, message: redactor.text(breach.message) });
  } else if (verdict.kind === 'refused') {
    const broken = violationsOf(verdict.error);
    if (broken.length === 0) return;
    const redactor = redactorOf(passage, [], secrets());
    for (const one of broken) {
      const ofAll = { ...one, pointer: one.pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*') };
      const { in: place, keyword, pointer, message } = redactor.violation(ofAll);
      violations.add({ operation, in: place, pointer, keyword, message });
    }
  }
}

/** Notes the names in the query that the operation does not declare. */
export function noteUnknown(
  passage: Passage,
  { unknownQuery, shownNames }: ViolationLog,
  secrets: () => Secrets,
): void {
  const { operation, unknownQuery: unknown } = passage.reached;
  if (!operation || !unknown) return;
  for (const one of unknown.listed) {
    const shown = shownNames.get(one) ?? redactName(one, operation.id, passage, secrets());
    shownNames.set(one, shown);
    unknownQuery.add(shown);
  }
}

function redactName(
  one: UnknownName,
  operation: string,
  passage: Passage,
  secrets: Secrets,
): Safe<Omit<SeenUnknown, 'count'>> {
  const redactor = redactorOf(passage, [], secrets);
  const name = redactor.text(one.name);
  const message = redactor.text(describeUnknown(one));
  return { operation, name, message, ...nearestOf(one) };
}

function nearestOf({ nearest }: { readonly nearest: string | undefined }): {
  readonly nearest?: string;
} {
  return nearest === undefined ? {} : { nearest };
}

function redactorOf(
  { reached }: Passage,
  violations: readonly Violation[],
  secrets: Secrets,
): Redactor {
  const { path, operation, query, headers, content } = reached;
  return createRedactor(
    { path, operation: operation?.id, query, headers, body: content?.value },
    secrets,
    violations,
  );
}

/** The headers that refusals without violations are about. */
const faultyFields: ReadonlyMap<ProblemCode, string> = new Map([
  ['unsupported-media-type', 'content-type'],
  ['not-acceptable', 'accept'],
]);

/** A request without access, or for an unknown record, breaks no rule of the contract. */
function violationsOf({ code, violations, message }: ApiError): readonly Violation[] {
  if (code === 'invalid-request' || code === 'malformed-request') return violations;
  const field = faultyFields.get(code);
  return field === undefined
    ? []
    : [{ in: 'header', pointer: `/${field}`, keyword: 'content', message }];
}

/** Entries with the same key are one entry, which keeps the other members of the first. */
function createCollection<T extends object>(
  keyOf: (seen: T | Safe<T>) => readonly string[],
): ViolationList<T> {
  const kept = new Map<string, { readonly seen: T; count: number }>();
  let more = 0;
  const keep = (seen: T | Safe<T>, times: number): void => {
    const key = keyOf(seen).map(clip).join('\n');
    const known = kept.get(key);
    if (known) known.count += times;
    else if (kept.size >= mostKept) more += times;
    else kept.set(copyText(key), { seen: copyTexts<T>(seen), count: times });
  };
  return {
    add: (seen) => keep(seen, 1),
    addAll(others) {
      for (const one of others.listed) keep(one, one.count);
      more += others.more;
    },
    list: () => ({
      listed: [...kept.values()].map(({ seen, count }) => ({ ...seen, count })),
      more,
    }),
  };
}

/** Copies replace halves of surrogate pairs, so a key with such a half would never be found again. */
function clip(text: string): string {
  const short = text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text;
  return short.toWellFormed();
}

/** Leaves out the count of a saved entry, which is no text and stands beside the copies. */
function copyTexts<T extends object>(seen: T | Safe<T>): T {
  const members: readonly (readonly [string, unknown])[] = Object.entries(seen);
  const copies = members.flatMap(([name, text]) =>
    typeof text === 'string' ? [[name, copyText(clip(text))]] : [],
  );
  return Object.fromEntries(copies) as T;
}
