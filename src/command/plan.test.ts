import { stripVTControlCharacters } from 'node:util';

import { describe, expect, it } from 'vitest';

import type { PlanDocument, PlannedOperation } from '../server/plan-document.ts';
import { widthOf } from './columns.ts';
import { planText } from './plan.ts';
import { createPaint } from './terminal.ts';

function operation(
  line: string,
  does: string,
  more: Partial<PlannedOperation> = {},
): PlannedOperation {
  const [method = '', path = ''] = line.split(' ');
  return {
    id: line,
    method,
    path,
    role: 'read',
    does,
    collection: null,
    key: null,
    parents: [],
    list: null,
    effects: [],
    transitions: [],
    why: '',
    ...more,
  };
}

const under = { parameter: 'room', collection: 'rooms', optional: false };
const plan: PlanDocument = {
  contract: { title: 'Rooms', version: '1' },
  collections: [
    {
      name: 'boxes',
      kind: 'items',
      key: 'meta.id',
      parents: [under],
      of: null,
      data: 'fixtures',
      transitions: ['after 30s; lid = open -> lid = shut'],
    },
    {
      name: 'lamp',
      kind: 'singleton',
      key: null,
      parents: [under],
      of: null,
      data: 'improvised',
      transitions: [],
    },
    {
      name: 'keys',
      kind: 'links',
      key: 'id',
      of: 'people',
      data: 'improvised',
      transitions: [],
      parents: [
        { parameter: 'house', collection: null, optional: true },
        { parameter: 'room', collection: 'room', optional: false },
      ],
    },
  ],
  operations: [
    operation('GET /rooms/{room}/boxes', 'list', {
      role: 'list',
      collection: 'boxes',
      list: {
        records: 'data',
        queries: [
          { name: 'limit', meaning: 'limit', member: null, compare: null },
          { name: 'p', meaning: 'page', member: null, compare: null },
          { name: 'is_open', meaning: 'filter', member: 'is_open', compare: null },
          { name: 'owner', meaning: 'filter', member: 'owner.id', compare: null },
          { name: 'min', meaning: 'filter', member: 'size', compare: 'gte' },
        ],
        unused: ['colour', 'hue'],
        members: [
          { member: 'meta.sum', meaning: 'total' },
          { member: 'has_more', meaning: 'has-more' },
        ],
        headers: [{ name: 'Link', meaning: 'links' }],
        pageSize: 20,
      },
    }),
    operation('DELETE /boxes/{id}', 'item delete', { role: 'delete', collection: 'boxes' }),
    operation('PUT /rooms/{room}/lamp', 'singleton replace', { collection: 'lamp' }),
    operation('PUT /rooms/{room}/keys/{id}', 'link set add', { role: 'link', collection: 'keys' }),
    operation('GET /\u7bb1', 'improvised', { role: 'improvised', why: 'nobody knows' }),
  ],
  summary: {
    operations: 5,
    collections: 3,
    does: [
      { does: 'list', operations: 4, share: 0.8 },
      { does: 'improvised', operations: 1, share: 0.2 },
    ],
    warnings: 2,
    uncompiled: [{ file: 'rooms.yaml', line: 3, pointer: '/a', message: 'it is no pattern' }],
  },
};

const plain = createPaint(false);

describe('the table of a plan', () => {
  it('is grouped by collection', () => {
    expect(planText(plan, undefined, plain)).toBe(`Rooms 1: 5 operations, 3 collections

boxes  by meta.id; under rooms (room); from fixtures
  list               GET     /rooms/{room}/boxes  in data; 20 a page; limit, p = page; ?is_open, ?owner = owner.id, ?min ≤ size; unused colour, hue; .meta.sum = total, .has_more; Link: links
  item delete        DELETE  /boxes/{id}
  after 30s; lid = open -> lid = shut

lamp  a singleton; under rooms (room); made up
  singleton replace  PUT     /rooms/{room}/lamp

keys  links to people; under house?, room; made up
  link set add       PUT     /rooms/{room}/keys/{id}

Improvised  examples and generated data, no state
  GET     /\u7bb1  nobody knows

Operations by what they do
  list        4   80.0 %
  improvised  1   20.0 %
2 warnings: see stuntdouble check
1 part of the contract can not be checked, and lets everything pass:
  rooms.yaml:3 /a: it is no pattern
`);
  });

  it.each([60, 80, 100])('fits %i columns, and loses no word of its notes', (columns) => {
    const text = planText(plan, columns, plain);
    expect(Math.max(...text.split('\n').map(widthOf))).toBeLessThanOrEqual(columns);
    expect(text).not.toContain('\u2026');
    const wordsOf = (all: string): readonly string[] => all.split(/\s+/);
    expect(wordsOf(text)).toEqual(wordsOf(planText(plan, undefined, plain)));
  });

  it('shows the conventions of a list below its line where they do not fit beside it', () => {
    expect(planText(plan, 80, plain)).toContain(
      [
        '  list               GET     /rooms/{room}/boxes',
        '      in data; 20 a page; limit, p = page; ?is_open, ?owner = owner.id, ?min \u2264',
        '      size; unused colour, hue; .meta.sum = total, .has_more; Link: links',
        '  item delete        DELETE  /boxes/{id}',
        '',
      ].join('\n'),
    );
  });

  it('takes segments out of a path that is wider than the screen, and cuts the rest', () => {
    const long = operation('GET /organizations/{organization}/rooms/{room}/boxes', 'improvised', {
      role: 'improvised',
      why: 'a'.repeat(50),
    });
    const lines = planText({ ...plan, operations: [long] }, 40, plain).split('\n');
    expect(lines).toContain('  GET     /organizations/\u2026/{room}/boxes');
    expect(lines).toContain(`      ${'a'.repeat(33)}\u2026`);
  });

  it('is broken without losing its colors', () => {
    const lines = planText(plan, 70, createPaint(true)).split('\n');
    const note = lines.find((line) => line.includes('in data;')) ?? '';
    expect(stripVTControlCharacters(note)).toMatch(/^ {6}in data; .*[^ ]$/);
    expect(note.startsWith('\u001b[2m')).toBe(true);
    expect(note.endsWith('\u001b[22m')).toBe(true);
  });

  it('shows nothing that moves the cursor', () => {
    const nasty = operation('GET /a', 'improvised', { role: 'improvised', why: 'a\u001b[2Jb\nc' });
    const text = planText({ ...plan, operations: [nasty] }, undefined, plain);
    expect(text).toContain(String.raw`a\u{1b}[2Jb\u{a}c`);
  });
});
