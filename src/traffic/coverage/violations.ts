import type { ProblemCode } from '../../base/catalogue.ts';
import type { ApiError, Violation } from '../../base/errors.ts';
import { copyText } from '../../base/texts.ts';
import type { UnknownName } from '../../pipeline/checks/unknown-query.ts';
import { describeUnknown } from '../../pipeline/checks/unknown-query.ts';
import type { Passage } from '../../pipeline/exchange.ts';
import type { Secrets } from '../redaction/found/secrets.ts';
import type { Redacted, Redactor } from '../redaction/redactor.ts';
import { createRedactor } from '../redaction/redactor.ts';
import type { SeenBreach, SeenUnknown, SeenUnmatched, SeenViolation, Tallied } from './report.ts';

/** Different entries, up to a limit, each with the number of times it was seen. */
export interface ViolationList<T> {
  add(seen: Safe<T>): void;
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

/** Notes a request that was refused because no operation matches it. */
export function noteUnmatched(
  passage: Passage,
  violationLog: ViolationLog,
  secrets: () => Secrets,
): void {
  const { reached, reply } = passage;
  if (reply.verdict.kind !== 'refused') return;
  const { code, nearestPath: nearest } = reply.verdict.error;
  // Other refusals come before the server looks for an operation.
  if (code !== 'unknown-path' && code !== 'method-not-allowed') return;
  // This path has no prefix of a world or a mount, so each contract path is one entry.
  const { method, path } = reached;
  const shown = redactorOf(passage, [], secrets()).path(path);
  violationLog.unmatched.add({ method, path: shown, ...nearestOf({ nearest }) });
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
  keyOf: (seen: Safe<T>) => readonly string[],
): ViolationList<T> {
  const kept = new Map<string, { readonly seen: T; count: number }>();
  let more = 0;
  return {
    add(seen) {
      const key = keyOf(seen).map(clip).join('\n');
      const known = kept.get(key);
      if (known) known.count += 1;
      else if (kept.size >= mostKept) more += 1;
      else kept.set(copyText(key), { seen: copyTexts<T>(seen), count: 1 });
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

function copyTexts<T extends object>(seen: Safe<T>): T {
  const copies = Object.entries<unknown>({ ...seen }).map(([name, text]) => [
    name,
    copyText(clip(String(text))),
  ]);
  return Object.fromEntries(copies) as T;
}
