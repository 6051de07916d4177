import { describe, expect, it } from 'vitest';

import type { JsonValue } from './json.ts';
import {
  depthOfPattern,
  encodePart,
  findIllFormed,
  findKeyFault,
  listIllFormed,
  mayBeIllFormed,
  toHeaderText,
  toUriReference,
  toWellFormedJson,
} from './texts.ts';

describe('findIllFormed', () => {
  it.each<[JsonValue, string | undefined]>([
    ['\ud800', ''],
    ['a\udfff', ''],
    [{ a: [0, { 'b/c': '\udc00\ud800' }] }, '/a/1/b~1c'],
    [{ '\ud800': 1 }, '/\ud800'],
    [[{ a: { '~\ud800': 1 } }], '/0/a/~0\ud800'],
    ['\u{1f600}', undefined],
    [{ '\u{1f600}': ['\0', '\ufffd', null, 1, true] }, undefined],
    [JSON.parse('{"__proto__":"\\ud800"}'), '/__proto__'],
  ])('finds in %j what is at %s', (value, pointer) => {
    expect(findIllFormed(value)?.pointer).toBe(pointer);
  });

  it.each([
    [[1e308, -0, [Infinity]], '/2/0', /^is a number beyond/],
    [{ a: -Infinity }, '/a', /^is a number beyond/],
    [NaN, '', /^is no number/],
  ])('finds in %j the number at %s', (value, pointer, message) => {
    expect(findIllFormed(value)).toMatchObject({
      pointer,
      message: expect.stringMatching(message),
      keyword: 'number',
    });
  });

  it('lists all of them, names and texts', () => {
    const found = listIllFormed({ a: '\ud800', '\ud801': ['\ud802'] });
    expect(found.map(({ pointer }) => pointer)).toEqual(['/a', '/\ud801', '/\ud801/0']);
    expect(found[1]?.message).toContain('in its name');
  });
});

describe('mayBeIllFormed', () => {
  it.each([
    [String.raw`"\ud800"`, true],
    [String.raw`"\uDBFF"`, true],
    [String.raw`"\udfff"`, true],
    [String.raw`"\U0000D800"`, true],
    [String.raw`"\ud83d\ude00"`, true],
    [String.raw`"\ud7ff \ue000 \u00d8 \U0001d800"`, false],
    ['"\u{1f600}"', false],
    ['ud800', false],
    ['1e400', true],
    ['1E+309', true],
    ['-1.5e0309', true],
    ['1'.repeat(309), true],
    [`${'1'.repeat(220)}e99`, true],
    ['[1e99, 1e-400, 12345678901234567890, 0.1]', false],
    [`0.${'1'.repeat(150)}`, false],
    ['a: .inf', true],
    ['a: -.INF', true],
    ['a: .NaN', true],
    [`0x${'f'.repeat(257)}`, true],
    ['a.info', false],
  ])('of %s says %s', (text, expected) => {
    expect(mayBeIllFormed(text)).toBe(expected);
  });
});

describe('what makes texts fit for URLs and headers never throws', () => {
  const odd = [
    '\ud800',
    'a\udfffb',
    '',
    'a b',
    '\r\nX: y',
    '\u2028',
    '%',
    '%zz',
    '%41',
    '"<>\\^`{|}',
    'é',
    '\u{1f600}',
  ];

  it.each(odd)('%j', (text) => {
    expect(encodePart(text)).toMatch(/^[\w.~!'()*%-]*$/);
    expect(decodeURIComponent(encodePart(text))).toBe(text.toWellFormed());
    const reference = toUriReference(`/${text}?${text}`);
    expect(reference).toMatch(/^[\w\-.~!$&'()*+,;=:@/?%]*$/);
    expect(() => decodeURIComponent(reference)).not.toThrow();
    expect(toHeaderText(text)).toMatch(/^[\x20-\x7e]*$/);
  });

  it('leaves alone what is right', () => {
    for (const text of ['/', '/a/b.c~d', '/a?b=c&d=%20']) expect(toUriReference(text)).toBe(text);
    expect(toUriReference('//host/path')).toBe('/host/path');
  });
});

describe('findKeyFault', () => {
  it.each([
    ['', undefined],
    ['a'.repeat(1024), undefined],
    ['a'.repeat(1025), 'it has 1025 characters'],
    [' '.repeat(1024), undefined],
    ['\u20ac'.repeat(341), undefined],
    ['\u20ac'.repeat(342), 'it has 1026 bytes'],
    ['\u{1f600}'.repeat(256), undefined],
    ['\u{1f600}'.repeat(257), 'it has 1028 bytes'],
    ['\ud800', 'half of a surrogate pair'],
    [`${'a'.repeat(500)}\ud800`, 'half of a surrogate pair'],
  ])('of %j', (key, said) => {
    const fault = findKeyFault(key);
    if (said === undefined) expect(fault).toBeUndefined();
    else expect(fault).toContain(said);
  });
});

it('puts the number next to it in the place of one that JSON can not hold', () => {
  const most = Number.MAX_VALUE;
  expect(toWellFormedJson([Infinity, { a: -Infinity }, NaN])).toEqual([most, { a: -most }, null]);
});

it('puts U+FFFD in the place of halves, in names, too', () => {
  expect(toWellFormedJson({ '\ud800': ['a\udc00', 1, null], b: '\u{1f600}' })).toEqual({
    '\ufffd': ['a\ufffd', 1, null],
    b: '\u{1f600}',
  });
});

describe('depthOfPattern', () => {
  it.each<[string, number]>([
    ['', 0],
    ['a(b)(c)', 1],
    ['((?:a)|(?=(b)))', 3],
    ['\\(\\(', 0],
    ['[((\\](]', 0],
    ['[^)](a)', 1],
    ['(((', 3],
  ])('%s: %i', (source, depth) => {
    expect(depthOfPattern(source)).toBe(depth);
  });
});
