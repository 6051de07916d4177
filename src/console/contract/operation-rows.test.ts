import { describe, expect, it } from 'vitest';

import type { SecuredOperation } from '../api/documents.ts';
import { findOperation } from './find-operation.ts';
import type { IndexRow } from './operation-rows.ts';
import { listRows, neighbourOf } from './operation-rows.ts';

function operation(id: string, method: string, path: string, tag: string | null): SecuredOperation {
  const facts = {
    role: 'list',
    does: 'list',
    collection: null,
    why: '',
    responses: [],
    deprecated: false,
    security: [],
  };
  return { id, method, path, tag, summary: `${id} of all`, ...facts };
}

const operations = [
  operation('listLamps', 'GET', '/lamps', 'lamps'),
  operation('getHealth', 'GET', '/health', null),
  operation('makeLamp', 'POST', '/lamps', 'lamps'),
];

function textOf(row: IndexRow): string {
  return row.kind === 'tag' ? `# ${row.name} ${row.count}` : row.operation.id;
}

describe('the index of operations', () => {
  it.each([
    ['', ['# lamps 2', 'listLamps', 'makeLamp', '#  1', 'getHealth']],
    ['lamps post', ['# lamps 1', 'makeLamp']],
    ['OF ALL health', ['getHealth']],
    ['nothing', []],
  ])('for the search "%s"', (search, expected) => {
    expect(listRows(operations, search).map(textOf)).toEqual(expected);
  });

  it('knows the neighbours of an operation, as they are listed', () => {
    const rows = listRows(operations, '');
    expect(neighbourOf(rows, 'listLamps', 1)?.id).toBe('makeLamp');
    expect(neighbourOf(rows, 'getHealth', -1)?.id).toBe('makeLamp');
    expect(neighbourOf(rows, 'getHealth', 1)).toBe(undefined);
    expect(neighbourOf(rows, undefined, 1)?.id).toBe('listLamps');
  });
});

describe('the operation of a place in the contract', () => {
  it.each([
    ['/paths/~1lamps/post/responses/200', 'makeLamp'],
    ['/paths/~1lamps', undefined],
    ['/components/schemas/Lamp', undefined],
  ])('%s', (pointer, expected) => {
    expect(findOperation(pointer, operations)?.id).toBe(expected);
  });
});
