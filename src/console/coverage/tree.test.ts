import { describe, expect, it } from 'vitest';

import type { CoverageKind, CoveredOperation, CoveredPoint } from '../api/coverage-documents.ts';
import { readFilters } from './filters.ts';
import type { Folding, TreeRow } from './tree.ts';
import { fold, listRows, nextMissing, parentOf, percentOf, usualFolding } from './tree.ts';

function point(id: string, kind: CoverageKind, count: number): CoveredPoint {
  return { id, kind, label: id.split('/').at(-1) ?? '', count, forced: 0 };
}

const operations: readonly CoveredOperation[] = [
  {
    id: 'listPets',
    method: 'GET',
    path: '/pets',
    requests: 3,
    forced: 1,
    points: [
      point('listPets/called', 'operations', 2),
      point('listPets/limit', 'parameters', 0),
      point('listPets/200', 'statuses', 2),
    ],
  },
  {
    id: 'addPet',
    method: 'POST',
    path: '/pets',
    requests: 0,
    forced: 0,
    points: [point('addPet/called', 'operations', 0), point('addPet/201', 'statuses', 0)],
  },
];

interface Case {
  readonly query?: Readonly<Record<string, string>>;
  readonly folding?: Folding;
  readonly opened?: string;
  readonly tags?: Readonly<Record<string, string>>;
}

function rowsOf({
  query = {},
  folding = usualFolding,
  opened,
  tags = {},
}: Case): readonly TreeRow[] {
  const filters = readFilters(query);
  return listRows(operations, { tagOf: (id) => tags[id], filters, folding, opened });
}

function draw(given: Case): readonly string[] {
  return rowsOf(given).map((row) => {
    if (row.kind === 'point') return `    ${row.point.label}`;
    const name = row.kind === 'tag' ? row.title : row.operation.id;
    return `${'  '.repeat(row.level - 1)}${name} ${row.covered}/${row.total}`;
  });
}

const all = fold(usualFolding, 'operation listPets', true);

describe('the tree of the contract', () => {
  it.each<[what: string, given: Case, lines: readonly string[]]>([
    ['closed operations', {}, ['All operations 2/5', '  listPets 2/3', '  addPet 0/2']],
    [
      'an open one with its points',
      { folding: all },
      [
        'All operations 2/5',
        '  listPets 2/3',
        '    called',
        '    limit',
        '    200',
        '  addPet 0/2',
      ],
    ],
    [
      'the opened one open',
      { opened: 'addPet' },
      ['All operations 2/5', '  listPets 2/3', '  addPet 0/2', '    called', '    201'],
    ],
    [
      'tags in the order in which operations name them',
      { tags: { listPets: 'read', addPet: 'write' } },
      ['read 2/3', '  listPets 2/3', 'write 0/2', '  addPet 0/2'],
    ],
    [
      'those without a tag apart',
      { tags: { addPet: 'write', listPets: ' ' } },
      ['Without a tag 2/3', '  listPets 2/3', 'write 0/2', '  addPet 0/2'],
    ],
    [
      'only what is missing',
      { query: { missing: 'true' }, folding: all },
      ['All operations 0/3', '  listPets 0/1', '    limit', '  addPet 0/2'],
    ],
    [
      'one kind',
      { query: { kind: 'statuses' } },
      ['All operations 1/2', '  listPets 1/1', '  addPet 0/1'],
    ],
    [
      'what is searched, open',
      { query: { search: 'LIMIT' } },
      ['All operations 0/1', '  listPets 0/1', '    limit'],
    ],
    [
      'all of an operation that is searched',
      { query: { search: 'post /pets' } },
      ['All operations 0/2', '  addPet 0/2', '    called', '    201'],
    ],
    ['nothing where nothing is found', { query: { search: 'cats' } }, []],
    [
      'nothing below what is closed',
      { folding: { all: 'closed', own: new Map() } },
      ['All operations 2/5'],
    ],
  ])('shows %s', (_, given, lines) => {
    expect(draw(given)).toEqual(lines);
  });

  it('says of each line where it stands among its siblings', () => {
    const rows = rowsOf({ folding: all });
    expect(rows.map(({ level, position, siblings }) => [level, position, siblings])).toEqual([
      [1, 1, 1],
      [2, 1, 2],
      [3, 1, 3],
      [3, 2, 3],
      [3, 3, 3],
      [2, 2, 2],
    ]);
  });

  it('leads from a line to the one above it', () => {
    const rows = rowsOf({ folding: all });
    expect(rows.map((_, index) => parentOf(rows, index))).toEqual([undefined, 0, 1, 1, 1, 0]);
  });
});

describe('the next missing point', () => {
  it.each([
    [{}, 'listPets/limit'],
    [{ point: 'listPets/limit' }, 'addPet/called'],
    [{ operation: 'addPet', point: 'addPet/201' }, 'listPets/limit'],
    [{ operation: 'addPet' }, 'addPet/called'],
    [{ operation: 'gone', point: 'gone/called' }, 'listPets/limit'],
  ])('after %o is %s', (opened, next) => {
    expect(nextMissing(operations, opened)?.id).toBe(next);
  });

  it('is none where all was tried', () => {
    const [first] = operations;
    const tried = first?.points.filter(({ count }) => count > 0) ?? [];
    expect(nextMissing(first ? [{ ...first, points: tried }] : [], {})).toBe(undefined);
  });
});

describe('a share', () => {
  it.each([
    [1, 3, 33.3],
    [999, 1000, 99.9],
    [19_999, 20_000, 99.9],
    [2, 2, 100],
    [0, 0, 100],
  ])('%d of %d is %d %%', (covered, total, percent) => {
    expect(percentOf(covered, total)).toBe(percent);
  });
});
