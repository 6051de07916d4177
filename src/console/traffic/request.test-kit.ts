import type { Json, RequestDocument } from '../api/documents.ts';

interface Given extends Omit<Partial<RequestDocument>, 'request' | 'reply'> {
  readonly request?: Partial<RequestDocument['request']>;
  readonly reply?: Partial<RequestDocument['reply']>;
}

/** A request of the journal, in which only what a test is about is given. */
export function makeRequest({ request, reply, ...rest }: Given = {}): RequestDocument {
  return {
    id: 12,
    time: '2030-01-01T08:00:00.000Z',
    duration_ms: 1.5,
    world: 'default',
    operation: 'createOrder',
    request: { method: 'POST', path: '/orders', query: '', headers: {}, ...request },
    reply: { status: 201, headers: { 'content-type': 'application/json' }, ...reply },
    credentials: [],
    verdict: 'served',
    problem: null,
    violations: [],
    unknown_query: [],
    forced: null,
    delivery: null,
    forwarded_to: null,
    changed: 0,
    ...rest,
  };
}

export const jsonHeaders = { 'content-type': 'application/json' };

/** Hostile in each language that a request is copied as. */
export const hostile: Json = { 'it\'s "quoted"': '`$(rm -rf ~)` ${x} \\ \u2028 \n </script>' };
