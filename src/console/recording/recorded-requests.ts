import type { Query } from '../api/client.ts';
import type { RequestList } from '../api/documents.ts';
import type { RecordedRequest } from './recording.ts';

/** The requests that a question finds, as `GET /requests` does; the newest ones, the oldest first. */
export function selectRequests(
  all: readonly RecordedRequest[],
  isComplete: boolean,
  { limit, ...query }: Query,
): RequestList {
  const found = all.filter((request) =>
    tests.every(([name, test]) => fits(request, query[name], test)),
  );
  const most = limit === undefined ? found.length : Number(limit);
  const requests = most === 0 ? [] : found.slice(-most);
  return { count: found.length, is_complete: isComplete, requests };
}

type Test = (request: RecordedRequest, wanted: string) => boolean;

const tests: readonly (readonly [string, Test])[] = [
  ['since', ({ id }, wanted) => id > Number(wanted)],
  ['before', ({ id }, wanted) => id < Number(wanted)],
  ['world', ({ world }, wanted) => world === wanted],
  ['operation', ({ operation }, wanted) => operation === wanted],
  ['verdict', ({ verdict }, wanted) => verdict === wanted],
  ['status', ({ reply }, wanted) => isOfStatus(reply.status, wanted)],
  ['violation', ({ violations }, wanted) => hasViolation(violations, wanted)],
  ['search', (request, wanted) => textsOf(request).includes(wanted.toLowerCase())],
];

function fits(request: RecordedRequest, wanted: Query[string], test: Test): boolean {
  return wanted === undefined || test(request, String(wanted));
}

function isOfStatus(status: number, wanted: string): boolean {
  return /^\dxx$/i.test(wanted) ? String(status)[0] === wanted[0] : String(status) === wanted;
}

function hasViolation(violations: RecordedRequest['violations'], wanted: string): boolean {
  if (wanted === '*') return violations.length > 0;
  return violations.some(
    ({ keyword, pointer, message }) =>
      keyword === wanted || pointer.includes(wanted) || message.includes(wanted),
  );
}

function textsOf(recorded: RecordedRequest): string {
  const { request, reply, operation, credentials, world, problem, violations } = recorded;
  return [
    request.method,
    request.path + request.query,
    String(reply.status),
    operation ?? '',
    ...credentials,
    world,
    problem?.code ?? '',
    problem?.detail ?? '',
    ...violations.map(({ message }) => message),
  ]
    .join('\n')
    .toLowerCase();
}
