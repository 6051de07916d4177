import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { compilePattern } from './safe-patterns.ts';

/** Hostile for an engine that backtracks: the test ends at all only where none is used. */
const runaways: readonly [string, string][] = [
  ['^(a+)+$', 'a'],
  ['(a|a)*b', 'a'],
  ['(a|aa)+$', 'a'],
  ['^(a?b?)*c$', 'ab'],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
  ['^(?:[a-z0-9]+-?)+$', 'a'],
  ['.*.*.*x', 'a'],
  ['\\s+$', ' '],
  ['^[\\w.]+@[\\w.]+\\.[\\w.]+$', 'a@a.'],
  ['^(\\p{L}+\\s?)+$', 'é'],
  ['^((ab)*)*$', 'ab'],
  ['(x+x+)+y', 'x'],
  ['^(.{1,20}){1,20}!$', 'a'],
];

describe('a pattern that could run away', () => {
  it.each(runaways)('%s doesn’t, on a mebibyte', (source, piece) => {
    const text = `${piece.repeat(1_048_576 / piece.length)}\u0000`;
    expect(compilePattern(source).test(text)).toBe(false);
  });

  it.each(runaways)('%s matches a long text that fits', (source, piece) => {
    const text = piece.repeat(500);
    const fitting: Record<string, string> = {
      '(a|a)*b': `${text}b`,
      '^(a?b?)*c$': `${text}c`,
      '^(([a-z])+.)+[A-Z]([a-z])+$': `${text}Ab`,
      '.*.*.*x': `${text}x`,
      '^[\\w.]+@[\\w.]+\\.[\\w.]+$': `${'a.'.repeat(500)}@b.c`,
      '(x+x+)+y': `${text}y`,
      '^(.{1,20}){1,20}!$': `${'a'.repeat(399)}!`,
    };
    expect(compilePattern(source).test(fitting[source] ?? text)).toBe(true);
  });

  it.each(['^(a+)+(?=b)$', '^(?:(?=(a+))\\1?)*b$', '(a|a)*(?<!c)$'])(
    '%s is refused where it can’t be kept from it',
    (source) => {
      expect(() => compilePattern(source)).toThrow(/could run away/);
    },
  );
});

describe('a pattern that looks around', () => {
  it.each<[string, string, boolean]>([
    ['^(?=.*[A-Z])(?=.*\\d).{8,}$', 'Secret-99', true],
    ['^(?=.*[A-Z])(?=.*\\d).{8,}$', 'secret-99', false],
    ['^(?!.*--)[a-z-]+$', 'a-b', true],
    ['^(?!.*--)[a-z-]+$', 'a--b', false],
    ['^([a-z])\\1$', 'aa', true],
    ['^([a-z])\\1$', 'ab', false],
  ])('%s: %s', (source, text, fits) => {
    expect(compilePattern(source).test(text)).toBe(fits);
  });

  it('is held to long texts, too, where that takes no time', () => {
    const pattern = compilePattern('^(?=.*[A-Z])(?=.*\\d).{8,}$');
    expect(pattern.test(`A1${'a'.repeat(1_048_576)}`)).toBe(true);
    expect(pattern.test('a'.repeat(1_048_576))).toBe(false);
  });

  it('takes no text that is too long for it to be judged', () => {
    const pattern = compilePattern('^(?!-)[a-z]*[0-9]*$');
    expect(pattern.test('ab1')).toBe(true);
    expect(pattern.test('a'.repeat(100_000))).toBe(false);
  });
});

describe('what a pattern means', () => {
  it.each<[string, string, boolean]>([
    ['^.$', '😀', true],
    ['^\\u{1F600}$', '😀', true],
    ['^\\d$', '٣', false],
    ['^\\w$', 'é', false],
    ['^\\s$', '\u00a0', true],
    ['^\\p{L}$', 'é', true],
    ['^\\p{Script=Greek}$', 'λ', true],
    ['^a$', 'a\n', false],
    ['^a$', 'b\na', false],
    ['^[^a]$', '\n', true],
    ['^.$', '\u2028', false],
    ['a', 'A', false],
    ['^[\\w-.]+$', 'a-b.c', true],
    ['^\\-\\_$', '-_', true],
    ['', 'anything', true],
    ['[]', 'anything', false],
    ['[^]', '\n', true],
  ])('%s: %j', (source, text, fits) => {
    expect(compilePattern(source).test(text)).toBe(fits);
  });

  it.each(['(', '[z-a]', '\\p{Nonsense}(', '*'])('%s is none', (source) => {
    expect(() => compilePattern(source)).toThrow(/the pattern can not be read: .*/);
  });

  it('is compiled once', () => {
    expect(compilePattern('^once$')).toBe(compilePattern('^once$'));
  });
});

describe('both engines', () => {
  const atoms = ['a', 'b', '.', '\\d', '\\s', '\\w', '\\S', '[ab]', '[^a]', '[\\sb]', '\\p{Lu}'];
  const more = ['\\P{L}', '\\u{e9}', '\\b', '^', '$', '[^\\s\\d]', '\\W', '-', '\\.', '\\x41'];
  const pattern = fc.letrec<{ node: string; leaf: string }>((tie) => ({
    leaf: fc.constantFrom(...atoms, ...more),
    node: fc.oneof(
      { maxDepth: 3 },
      tie('leaf'),
      fc.tuple(tie('node'), tie('node')).map(([left, right]) => left + right),
      fc.tuple(tie('node'), tie('node')).map(([left, right]) => `(?:${left}|${right})`),
      fc
        .tuple(tie('node'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}', '*?'))
        .map(([inner, times]) => `(?:${inner})${times}`),
    ),
  })).node;
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', 'A', '1', ' ', '\n', '\u00a0', '\u2028', 'é', '😀', '-', '.'),
    maxLength: 5,
  });

  it('agree', () => {
    fc.assert(
      fc.property(pattern, text, (inner, short) => {
        // The padding forces long texts, and so the other engine, without changing the question.
        const source = `(?:x*x*)*y(?:${inner})z`;
        const native = new RegExp(source, 'u').test(`y${short}z`);
        expect(compilePattern(source).test(`${'q'.repeat(2000)}y${short}z`)).toBe(native);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a pattern of groups in groups', () => {
  const nest = (depth: number): string => `${'('.repeat(depth)}a${')*'.repeat(depth)}`;

  it('is read up to a hundred levels', () => {
    expect(compilePattern(nest(100)).test('b'.repeat(1000))).toBe(true);
  });

  it.each([
    ['closed', nest(2000)],
    ['open', '('.repeat(2000)],
    ['looking ahead', `${'(?='.repeat(2000)}a${')'.repeat(2000)}`],
  ])('is refused in few words below that: %s', (_, source) => {
    expect(() => compilePattern(source)).toThrow(
      /^the pattern has groups nested 2000 levels deep, and more than 100 can't be read$/,
    );
  });
});
