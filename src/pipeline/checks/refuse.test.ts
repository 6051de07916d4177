import { describe, expect, it } from 'vitest';

import { ApiError } from '../../base/errors.ts';
import { contractText, findOperation, loadText } from '../../contract/contract-text.test-kit.ts';
import type { Received } from '../exchange.ts';
import type { RefusalFiller } from './refusal-shape.ts';
import { refuse, refusePlainly } from './refuse.ts';

const received: Received = {
  method: 'GET',
  prefix: '',
  path: '/it',
  query: '',
  headers: {},
  world: undefined,
  isLocal: true,
  findPeer: () => undefined,
  readBody: () => {
    throw new Error('nobody reads it');
  },
};

const failing: RefusalFiller = {
  body() {
    throw new TypeError('a schema that can not be used');
  },
  headers: (_, own) => own,
};

describe('a refusal', () => {
  it('is said plainly where the shape that is declared for it is broken', async () => {
    const content = { 'application/json': { schema: { type: 'object' } } };
    const responses = { '200': { description: 'It.' }, '404': { description: 'No.', content } };
    const contract = await loadText(
      contractText({ '/it': { get: { operationId: 'readIt', responses } } }),
    );
    const reply = refuse(
      new ApiError('record-not-found', 'There is none.'),
      received,
      findOperation(contract, 'readIt'),
      { preferences: 'header', refusalFiller: failing },
    );
    expect(reply).toMatchObject({ status: 404, verdict: { kind: 'refused' } });
    expect(reply.headers).toContain('application/problem+json');
    const { body } = reply;
    const problem: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    expect(problem).toMatchObject({ detail: 'There is none.' });
  });

  it('of a reply that no text can hold says what to do', () => {
    let thrown: unknown;
    try {
      'x'.repeat(2 ** 30);
    } catch (error) {
      thrown = error;
    }
    const { status, body } = refusePlainly(thrown, received);
    expect(status).toBe(507);
    expect(body).toContain('ask for fewer records at once');
  });

  it('never tells a client to come back for a defect', async () => {
    const content = { 'application/problem+json': { schema: { type: 'object' } } };
    const responses = { '200': { description: 'It.' }, '503': { description: 'Later.', content } };
    const contract = await loadText(
      contractText({ '/it': { get: { operationId: 'readIt', responses } } }),
    );
    const operation = findOperation(contract, 'readIt');
    const rules = { preferences: 'header', refusalFiller: failing } as const;
    const reply = refuse(new RangeError('too much'), received, operation, rules);
    expect(reply).toMatchObject({ status: 500, verdict: { kind: 'refused' } });
    expect(reply.headers).toContain('X-Stuntdouble-Undeclared');
  });
});
