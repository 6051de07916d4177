import { expect, it } from 'vitest';

import type { Asked } from './open-bookshop.ts';
import { openBookshop } from './open-bookshop.ts';

interface Guarded extends Asked {
  readonly query?: string;
}

const open: Guarded = {};
const closed: Guarded = { headers: { Authorization: '' } };
const wrong: Guarded = { query: '?n=x' };

it.each<[string, readonly string[], Guarded, number, string | undefined]>([
  [
    '403',
    ['403'],
    closed,
    403,
    'The contract declares no 401 for it, so the refusal has the declared 403.',
  ],
  ['401 and 403', ['401', '403'], closed, 401, undefined],
  ['4XX', ['4XX'], closed, 401, undefined],
  ['neither', [], closed, 401, undefined],
  [
    '401, where a scope is missing',
    ['401'],
    open,
    401,
    'declares no 403 for it, so the refusal has the declared 401.',
  ],
  [
    '422 and 403',
    ['422', '403'],
    wrong,
    422,
    'declares no 400 for it, so the refusal has the declared 422.',
  ],
  ['400 and 422', ['400', '422'], wrong, 422, 'The refusal has the declared 422 in place of 400.'],
])(
  'an explanation says why a refusal has another status, where the contract declares %s',
  async (...one) => {
    const [, statuses, asked, status, sentence] = one;
    const responses = Object.fromEntries(
      ['200', ...statuses].map((name) => [name, { description: 'So.' }]),
    );
    const security = [{ token: sentence?.includes('no 403') ? ['admin'] : [] }];
    const parameters = [{ name: 'n', in: 'query', schema: { type: 'integer' } }];
    const get = { operationId: 'guard', security, parameters, responses };
    const { ask } = await openBookshop({}, { '/guarded': { get } });
    const { query = '', ...how } = asked;
    const told = await ask('GET', `/guarded${query}`, how);
    expect(told.status).toBe(status);
    const { json: said } = await ask('GET', '/_mock/requests/1/explain');
    const { sentences } = Object(said) as { sentences: readonly string[] };
    const found = sentences.filter((text) => text.includes('the declared'));
    expect(found).toEqual(sentence === undefined ? [] : [expect.stringContaining(sentence)]);
  },
);
