import type { ProblemCode } from '../../base/catalogue.ts';
import type { ApiError, Violation } from '../../base/errors.ts';
import { copyText } from '../../base/texts.ts';
import type { Passage } from '../../pipeline/exchange.ts';
import type { Secrets } from '../redaction/found/secrets.ts';
import type { Redacted, Redactor } from '../redaction/redactor.ts';
import { createRedactor } from '../redaction/redactor.ts';
import type { SeenBreach, SeenUnmatched, SeenViolation, Tallied } from './report.ts';

/** Different entries, up to a limit, each with the number of times it was seen. */
export interface ViolationList<T> {
  add(seen: Safe<T>): void;
  list(): Tallied<T & { readonly count: number }>;
}

/** Many people see reports, so texts from clients are kept without their secrets. */
type Safe<T> = { readonly [Name in keyof T]: Name extends Sent ? Redacted : T[Name] };
type Sent = 'pointer' | 'message' | 'path';

/** What broke the contract, and the requests that no operation matches. */
export interface ViolationLog {
  readonly violations: ViolationList<Omit<SeenViolation, 'count'>>;
  readonly unmatched: ViolationList<Omit<SeenUnmatched, 'count'>>;
  readonly breaches: ViolationList<Omit<SeenBreach, 'count'>>;
}

const mostKept = 1000;
/** In characters. Clients choose these texts. */
const longestText = 300;

export function createViolationLog(): ViolationLog {
  return {
    violations: createCollection(['operation', 'in', 'pointer', 'keyword'], ['message']),
    unmatched: createCollection(['method', 'path'], []),
    breaches: createCollection(['operation', 'message'], []),
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
  const { code } = reply.verdict.error;
  // Other refusals come before the server looks for an operation.
  if (code !== 'unknown-path' && code !== 'method-not-allowed') return;
  // This path has no prefix of a world or a mount, so each contract path is one entry.
  const { method, path } = reached;
  violationLog.unmatched.add({ method, path: redactorOf(passage, [], secrets()).path(path) });
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

/** Entries with the same `telling` members are one entry, which keeps the first one's `others`. */
function createCollection<Name extends string>(
  telling: readonly Name[],
  others: readonly Name[],
): ViolationList<Readonly<Record<Name, string>>> {
  const kept = new Map<string, { readonly seen: Readonly<Record<Name, string>>; count: number }>();
  let more = 0;
  return {
    add(seen) {
      const key = telling.map((name) => clip(seen[name])).join('\n');
      const known = kept.get(key);
      if (known) known.count += 1;
      else if (kept.size >= mostKept) more += 1;
      else kept.set(copyText(key), { seen: copyTexts(seen, [...telling, ...others]), count: 1 });
    },
    list: () => ({
      listed: [...kept.values()].map(({ seen, count }) => ({ ...seen, count })),
      more,
    }),
  };
}

function clip(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text;
}

function copyTexts<Name extends string>(
  seen: Readonly<Record<Name, string>>,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  const copies = names.map((name): [string, string] => [name, copyText(clip(seen[name]))]);
  return Object.fromEntries(copies) as Record<Name, string>;
}
