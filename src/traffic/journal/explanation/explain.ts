import type { DescribedRequest } from '../entry.ts';
import { describeNote, redactorOf } from '../entry.ts';
import type { JournalContext, OperationFacts } from '../journal-context.ts';
import type { RequestNote } from '../note.ts';
import { pathOfNote } from '../note.ts';
import { findNearestOperations } from './nearest-operations.ts';
import type { Explanation, AnswerSource } from './story.ts';
import { tellStory } from './story.ts';
import type { RefusingStep } from './tell-refusal.ts';

const mostNearest = 3;

export function explainNote(note: RequestNote, circumstances: JournalContext): Explanation {
  const entry = describeNote(note);
  const { operation: id, verdict } = entry;
  const operation = id === undefined ? undefined : circumstances.describeOperation(id);
  const redactor = redactorOf(note);
  const place = pathOfNote(note);
  const parameters =
    id === undefined ? {} : redactor.parameters(circumstances.findParameters(id, place));
  const told = {
    entry,
    operation,
    parameters,
    refusedBy: findRefusingStep(note, entry),
    source: findSource(note, entry, operation, parameters),
    nearest:
      verdict === 'unmatched'
        ? findNearestOperations(
            { method: note.method, path: redactor.path(place) },
            circumstances.operations(),
            mostNearest,
          )
        : [],
  };
  const isMadeUp =
    told.source.collection !== undefined &&
    circumstances.isMadeUp(told.source.collection, note.worldName);
  const hints = { isMadeUp, origin: note.origin, usualStatus: note.fault.status };
  return { ...told, sentences: tellStory(told, hints) };
}

function findRefusingStep(
  { step, hadBody }: RequestNote,
  { verdict, problem, forwardedTo }: DescribedRequest,
): RefusingStep | undefined {
  if (verdict === 'served' || forwardedTo !== undefined) return undefined;
  if (verdict === 'breach') return 'validate-response';
  const code = problem?.code ?? '';
  if (verdict === 'unmatched') return 'route';
  if (step === 0) return findEarlyStep(code);
  const known = stepsByProblem.get(code);
  if (known) return known;
  if (step === 1) return 'authenticate';
  if (step === 2) return 'authorize';
  if (step === 5) return 'behave';
  return hadBody || !bodyProblems.has(code) ? 'validate-request' : 'read-body';
}

/** Where a request was refused before its road began. */
function findEarlyStep(code: string): RefusingStep {
  // The limits of visitors count before those that a test arranges.
  const known = code === 'rate-limited' ? undefined : stepsByProblem.get(code);
  return known ?? (receivingProblems.has(code) ? 'receive' : 'world');
}

/** Problems that occur at one step only. */
const stepsByProblem: ReadonlyMap<string, RefusingStep> = new Map([
  ['origin-not-allowed', 'access'],
  ['foreign-host', 'access'],
  ['forward-failed', 'route'],
  ['invalid-fault', 'intervene'],
  ['fault-not-allowed', 'intervene'],
  ['rate-limited', 'intervene'],
  ['storage-failed', 'store'],
  ['handler-failed', 'handle'],
]);

/** The server could not read these requests, or could not meet their `Expect` header. */
const receivingProblems: ReadonlySet<string> = new Set([
  'malformed-request',
  'request-timeout',
  'head-too-large',
  'expectation-failed',
]);

const bodyProblems: ReadonlySet<string> = new Set([
  'unsupported-media-type',
  'content-too-large',
  'malformed-request',
  'request-timeout',
]);

function findSource(
  { origin, replySize }: RequestNote,
  entry: DescribedRequest,
  operation: OperationFacts | undefined,
  parameters: Readonly<Record<string, string>>,
): AnswerSource {
  const { forced, operation: id, request } = entry;
  const kindElsewhere = findElsewhere(entry, origin);
  if (kindElsewhere) return plain(kindElsewhere);
  if (id === undefined) return plain(request.method === 'OPTIONS' ? 'preflight' : 'unknown');
  if (!operation) return plain('unknown');
  const { collection, key, role } = operation;
  const kind = forced ? undefined : kinds[role];
  // A read operation may reply with content of the contract, such as a text, instead of its record.
  if (kind !== 'change' && origin) return plain(origin);
  if (!kind || (kind !== 'change' && replySize === 0)) return plain('empty');
  return { kind, collection, key: key === undefined ? undefined : parameters[key] };
}

/** What answered instead of the operation itself; undefined: the operation did. */
function findElsewhere(
  { verdict, forced, forwardedTo }: DescribedRequest,
  origin: RequestNote['origin'],
): AnswerSource['kind'] | undefined {
  if (verdict === 'breach') return 'breach';
  if (forwardedTo !== undefined) return 'forwarded';
  if (verdict !== 'served') return 'refusal';
  if (forced && forced.by !== 'preference') return 'intervention';
  return origin === 'handler' ? 'handler' : undefined;
}

function plain(kind: AnswerSource['kind']): AnswerSource {
  return { kind, collection: undefined, key: undefined };
}

const kinds: Readonly<Record<string, AnswerSource['kind'] | undefined>> = {
  read: 'record',
  list: 'records',
  action: 'record',
  create: 'change',
  replace: 'change',
  merge: 'change',
  delete: 'change',
  link: 'change',
};
