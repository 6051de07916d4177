import { expect, it } from 'vitest';

import { findOperation, suggestOperations } from './operation-names.ts';

const operations = [
  { id: 'listThings', method: 'GET', path: '/things' },
  { id: 'GET /odd', method: 'POST', path: '/odd' },
  { id: 'readOdd', method: 'GET', path: '/odd' },
];

it.each([
  ['listThings', 'listThings'],
  ['GET /things', 'listThings'],
  ['get /things', 'listThings'],
  // An id comes before a method and path.
  ['GET /odd', 'GET /odd'],
  ['get /odd', 'readOdd'],
  ['PUT /things', undefined],
  ['listthings', undefined],
  ['', undefined],
])('finds by %j the operation %s', (name, id) => {
  expect(findOperation(operations, name)?.id).toBe(id);
});

it('suggests names in the form of the given one', () => {
  expect(suggestOperations(operations, 'listThing')).toContain('"listThings"');
  expect(suggestOperations(operations, 'GET /thing')).toContain('"GET /things"');
});
