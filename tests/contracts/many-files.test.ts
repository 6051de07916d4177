import { expect } from 'vitest';

import { playTable } from './play-table.ts';

const fault = { error: expect.any(String) };
const leaf = { children: [] };

playTable('many-files/openapi.yaml', [
  { ask: 'GET /people', status: 200 },
  { ask: 'GET /people?of=p1', status: 200 },
  { ask: 'GET /people?of=q1', status: 400, like: fault },
  { ask: 'GET /people/p1', status: 200, like: { at: 'here' } },
  { ask: 'GET /people/q1', status: 400, about: 'no shape for it is declared' },
  { ask: 'GET /trees', status: 200 },
  { ask: 'PUT /trees', json: { root: leaf }, status: 204 },
  { ask: 'PUT /trees', json: { root: { children: [leaf, { children: [leaf] }] } }, status: 204 },
  {
    ask: 'PUT /trees',
    json: { root: leaf, owner: { id: 'p1', at: 'here', tree: { root: leaf } } },
    status: 204,
  },
  { ask: 'PUT /trees', json: { root: { children: [{}] } }, status: 422, like: fault },
  { ask: 'PUT /trees', json: { root: { children: [leaf, leaf, leaf] } }, status: 422 },
  { ask: 'PUT /trees', json: { root: leaf, owner: { id: 'p1', at: 'there' } }, status: 422 },
]);
