import { expect, it } from 'vitest';

import type { Violation } from '../api/documents.ts';
import { makeRequest } from './request.test-kit.ts';
import { tellWhy } from './why.ts';

const violation = (where: string, pointer: string): Violation => ({
  in: where,
  pointer,
  message: 'must be >= 1',
  keyword: 'minimum',
});

it.each([
  ['', { verdict: 'served' }],
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
