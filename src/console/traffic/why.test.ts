import { expect, it } from 'vitest';

import type { Violation } from '../api/documents.ts';
import { makeRequest } from './request.test-kit.ts';
import { tellRequest, tellWhy } from './why.ts';

const violation = (where: string, pointer: string): Violation => ({
  in: where,
  pointer,
  message: 'must be >= 1',
  keyword: 'minimum',
});

const late = { delay_ms: 9, end: { kind: 'whole' } } as const;

it.each([
  ['', { verdict: 'served' }],
  ['', { delivery: { ...late, state: 'done', sent: 'whole' } }],
  ['', { delivery: { ...late, state: 'none', sent: 'nothing' } }],
  ['no reply yet', { delivery: { ...late, state: 'waiting', sent: 'nothing' } }],
  ['nothing was sent', { delivery: { ...late, state: 'left', sent: 'nothing' } }],
  [
    'nothing was sent',
    { delivery: { ...late, end: { kind: 'hang' }, state: 'waiting', sent: 'nothing' } },
  ],
  ['no such operation', { verdict: 'unmatched' }],
  ['no such path', { verdict: 'unmatched', problem: { code: 'unknown-path', detail: '' } }],
  ['some new code', { verdict: 'refused', problem: { code: 'some-new-code', detail: '' } }],
  ['quantity must be >= 1', { verdict: 'refused', violations: [violation('body', '/quantity')] }],
  ['query limit must be >= 1', { verdict: 'refused', violations: [violation('query', '/limit')] }],
  ['body must be >= 1', { verdict: 'refused', violations: [violation('body', '')] }],
  [
    'reply: a must be >= 1 (+1)',
    { verdict: 'breach', violations: [violation('body', '/a'), violation('body', '/b')] },
  ],
] as const)('says "%s"', (words, members) => {
  expect(tellWhy(makeRequest(members))).toBe(words);
});

it.each([
  ['POST /orders, 201', {}],
  [
    'GET /orders?limit=1, 200',
    { request: { method: 'GET', query: 'limit=1' }, reply: { status: 200 } },
  ],
  [
    'POST /orders, 422, quantity must be >= 1',
    {
      reply: { status: 422 },
      verdict: 'refused',
      violations: [violation('body', '/quantity')],
    },
  ],
  ['could not be read, 400', { request: { method: '', path: '' }, reply: { status: 400 } }],
] as const)('names a request “%s”', (name, members) => {
  expect(tellRequest(makeRequest(members))).toBe(name);
});
