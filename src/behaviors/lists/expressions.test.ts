import { describe, expect, it } from 'vitest';

import { readExpression } from './expressions.ts';

const names = new Map([
  ['priority', ['priority']],
  ['done', ['done']],
  ['duedate', ['due_date']],
  ['owner', ['owner']],
  ['harbourid', ['harbour_id']],
]);

describe('an expression', () => {
  it.each([
    ['priority >= 3', [{ steps: ['priority'], value: '3', compare: 'gte' }]],
    ['done=false', [{ steps: ['done'], value: 'false' }]],
    [
      'priority gt 10 and owner/name eq "Ann and Bob"',
      [
        { steps: ['priority'], value: '10', compare: 'gt' },
        { steps: ['owner', 'name'], value: 'Ann and Bob' },
      ],
    ],
    [
      "dueDate < 2024-01-01 && owner.name != 'x'",
      [
        { steps: ['due_date'], value: '2024-01-01', compare: 'lt' },
        { steps: ['owner', 'name'], value: 'x', compare: 'not' },
      ],
    ],
    ["priority in ('1', 2)", [{ steps: ['priority'], value: ['1', '2'] }]],
    ['owner like an%', [{ steps: ['owner'], value: 'an%', compare: 'starts' }]],
    ["owner ILIKE '%an'", [{ steps: ['owner'], value: '%an', compare: 'ends' }]],
    ["owner LIKE '%an%'", [{ steps: ['owner'], value: '%an%', compare: 'contains' }]],
    ['owner.name[eq]:Ann', [{ steps: ['owner', 'name'], value: 'Ann' }]],
    [
      'priority[gte]:3,priority[in]:[4,5],owner[ilike]:"%an%",harbour[is]:NULL',
      [
        { steps: ['priority'], value: '3', compare: 'gte' },
        { steps: ['priority'], value: ['4', '5'] },
        { steps: ['owner'], value: '%an%', compare: 'contains' },
        { steps: ['harbour_id'], value: false, compare: 'present' },
      ],
    ],
    ['harbour = 7', [{ steps: ['harbour_id'], value: '7' }]],
    ['{"done":true}', [{ steps: ['done'], value: true }]],
    [
      '{"owner":{"name":{"_eq":"Ann"}},"priority":{"_gte":3,"_lt":9}}',
      [
        { steps: ['owner', 'name'], value: 'Ann' },
        { steps: ['priority'], value: 3, compare: 'gte' },
        { steps: ['priority'], value: 9, compare: 'lt' },
      ],
    ],
    [
      '{"_and":[{"owner":{"_contains":"an"}},{"priority":{"$in":[1,2]}}]}',
      [
        { steps: ['owner'], value: 'an', compare: 'contains' },
        { steps: ['priority'], value: [1, 2] },
      ],
    ],
    ['{"dueDate":{"_null":true}}', [{ steps: ['due_date'], value: false, compare: 'present' }]],
    ['tasks.done = true', [{ steps: ['done'], value: 'true' }]],
  ])('%j is read', (text, filters) => {
    expect(readExpression(text, { names, listName: 'tasks' })).toEqual(
      filters.map((filter) => ({ kind: 'filter', ...filter })),
    );
  });

  it.each([
    '',
    'priority',
    'colour = red',
    'done = true or priority = 3',
    '(done = true)',
    'startswith(owner, "a")',
    'done = true and',
    '{"_or":[{"done":true}]}',
    '{"colour":"red"}',
    '{"done":{"_some":1}}',
    '{"done":true',
    '{}',
    'boats.done = true',
    'owner !~ an',
    `done = ${'x'.repeat(3000)}`,
  ])('%j is not', (text) => {
    expect(readExpression(text, { names })).toBeUndefined();
  });
});

describe('a condition that stands alone', () => {
  it.each([
    ['owner=Ann and Bob', [{ steps: ['owner'], value: 'Ann and Bob' }]],
    ['owner~(an)', [{ steps: ['owner'], value: '(an)', compare: 'contains' }]],
    ['owner="Ann"', [{ steps: ['owner'], value: 'Ann' }]],
    ['priority>=3', [{ steps: ['priority'], value: '3', compare: 'gte' }]],
  ])('%j is read to its end', (text, filters) => {
    expect(readExpression(text, { names, isWhole: true })).toEqual(
      filters.map((filter) => ({ kind: 'filter', ...filter })),
    );
  });
});
