import { describe, expect, it } from 'vitest';

import type { Json } from '../../api/documents.ts';
import type { Field } from '../../api/record-documents.ts';
import { makeField } from '../shape.test-kit.ts';
import {
  childPointer,
  firstValue,
  isAtOrBelow,
  kindOf,
  readNumber,
  wallTimeOf,
  withMember,
  withWallTime,
} from './values.ts';

const field = (members: Partial<Field>): Field => makeField('a', members);
const city = field({ name: 'city', is_required: true });
const address = field({ types: ['object'], fields: [city, field({ name: 'zip' })] });

describe('a field of the form', () => {
  it.each<[string, Partial<Field>, Json | undefined]>([
    ['text', {}, 'a'],
    ['text', {}, null],
    ['text', { types: ['string', 'null'] }, undefined],
    ['long', { max_length: 2000 }, undefined],
    ['long', {}, 'two\nlines'],
    ['json', {}, 5],
    ['json', { types: [] }, 'a'],
    ['json', { types: ['string', 'object'] }, 'a'],
    ['number', { types: ['integer'] }, 5],
    ['number', { types: ['integer', 'number'] }, 5],
    ['number', { types: ['number'] }, '5 or so'],
    ['json', { types: ['number'] }, []],
    ['boolean', { types: ['boolean'] }, true],
    ['json', { types: ['boolean'] }, 'true'],
    ['enum', { enum: ['a', 1] }, 'b'],
    ['date', { format: 'date' }, '2026-01-01'],
    ['date-time', { format: 'date-time' }, 'soon'],
    ['object', { types: ['object'], fields: [city] }, { city: 'a' }],
    ['json', { types: ['object'], fields: [city] }, 'a'],
    ['json', { types: ['object'], is_open: true }, {}],
    ['list', { types: ['array'], items: field({}) }, ['a']],
    ['list', { types: ['array'], items: field({}) }, undefined],
    ['json', { types: ['array'], items: field({}) }, ['a', 5]],
    ['json', { types: ['array'], items: field({}) }, ['a', null]],
    ['json', { types: ['array'], items: address }, []],
    ['json', { types: ['array'] }, []],
  ])('is edited as %s: %o with %o', (kind, members, value) => {
    expect(kindOf(field(members), value)).toBe(kind);
  });

  it.each<[Partial<Field>, Json]>([
    [{}, ''],
    [{ default: 'x' }, 'x'],
    [{ const: 7 }, 7],
    [{ enum: ['b', 'c'] }, 'b'],
    [{ types: ['integer'], minimum: 3 }, 3],
    [{ types: ['null', 'boolean'] }, false],
    [{ types: ['array'] }, []],
    [{ types: ['object'], fields: address.fields ?? [] }, { city: '' }],
  ])('begins, when %o is added, with %o', (members, value) => {
    expect(firstValue(field(members))).toEqual(value);
  });
});

describe('a member', () => {
  it('is set in its place', () => {
    expect(JSON.stringify(withMember({ a: 1, b: 2, c: 3 }, 'b', 5))).toBe('{"a":1,"b":5,"c":3}');
  });
  it('is added at the end, to nothing too', () => {
    expect(withMember(null, 'b', null)).toEqual({ b: null });
  });
  it('is taken away', () => {
    expect(withMember({ a: 1, b: 2 }, 'b', undefined)).toEqual({ a: 1 });
  });
  it('can have a hostile name', () => {
    const made = withMember({ a: 1 }, '__proto__', 'x');
    expect(Object.entries(made)).toEqual([
      ['a', 1],
      ['__proto__', 'x'],
    ]);
  });
});

describe('a number', () => {
  it.each<[string, Json | undefined]>([
    ['', undefined],
    [' 12 ', 12],
    ['-1.5e3', -1500],
    ['1.', 1],
    ['.5', 0.5],
    ['0x10', '0x10'],
    ['1e999', '1e999'],
    ['twelve', 'twelve'],
  ])('“%s” is %o', (text, value) => {
    expect(readNumber(text)).toBe(value);
  });
});

describe('a date with a time', () => {
  it.each([
    ['2026-03-02T09:14:07.123+02:00', '2026-03-02T09:14:07'],
    ['2026-03-02T09:14Z', '2026-03-02T09:14:00'],
    ['soon', ''],
  ])('%s shows its own clock', (value, wall) => {
    expect(wallTimeOf(value)).toBe(wall);
  });

  it.each([
    ['2026-03-02T09:14:07.123+02:00', '2026-03-02T09:14:07', '2026-03-02T09:14:07.123+02:00'],
    ['2026-03-02T09:14:07.123+02:00', '2026-03-03T10:00', '2026-03-03T10:00:00+02:00'],
    ['soon', '2026-03-03T10:00:05', '2026-03-03T10:00:05Z'],
    ['2026-03-02T09:14:07Z', '', '2026-03-02T09:14:07Z'],
  ])('%s, set to %s, is %s', (value, wall, next) => {
    expect(withWallTime(value, wall)).toBe(next);
  });
});

describe('a pointer', () => {
  it('escapes what divides it', () => {
    expect(childPointer('/a', 'b/c~d')).toBe('/a/b~1c~0d');
  });
  it('knows what lies below', () => {
    expect([isAtOrBelow('/a/b', '/a'), isAtOrBelow('/ab', '/a'), isAtOrBelow('/a', '')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
