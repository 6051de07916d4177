import { RegExpParser } from '@eslint-community/regexpp';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { harmlessLength, hasForks } from './pattern-cost.ts';
import { tallySteps } from './pattern-steps.test-kit.ts';

const parse = (source: string): ReturnType<RegExpParser['parsePattern']> =>
  new RegExpParser().parsePattern(source, undefined, undefined, { unicode: true });

describe('a pattern whose ways are told apart by their first characters', () => {
  it.each([
    '^[a-z0-9]+(-[a-z0-9]+)*$',
    '^[a-z0-9]+(?:[._-][a-z0-9]+)*$',
    '^\\d+(\\.\\d+)*$',
    '^\\d+(\\.\\d+){2}(-[a-z]+)?$',
    '^/([a-z]+/)*$',
    '^(a|b|cd)*$',
    '^(ab?c)*d?$',
    '^[^,]*(,[^,]*)*$',
    '^[A-Z]*?[0-9]+$',
    '^(a{1,5}b){1,5}$',
    '^([^"\\\\]|\\\\.)*$',
    '^(ab)*$|^c$',
    '^$|^\\w+(\\s\\w+)*$',
    '^(a|)b$',
  ])('%s is harmless, however long the text', (source) => {
    expect(hasForks(parse(source))).toBe(false);
    expect(harmlessLength(parse(source), 256)).toBe(Infinity);
  });
});

describe('a pattern that may go on in two ways with the same character', () => {
  it.each([
    '^(a+)+$',
    '^(a*)*$',
    '^(a+-?)*$',
    '^(a|a-)*$',
    '^(\\w+-?)*$',
    '^([a-z0-9]+-?)+$',
    '^[a-z0-9]+(-?[a-z0-9]+)*$',
    '^[\\w-]+(-[a-z]+)*$',
    '^(a?b?)*$',
    '^(a|ab)*$',
    '^(a?){5}$',
    '^(a{1,2}){3,4}$',
    '^(a|b?|c?)d*$',
    '^(a|\\w)*$',
    '^(.+,)*$',
    '^(\\p{L}+é)*$',
    '^(?:[^a]+b)*$',
    '^(a+b?)+$',
    '^(x|y|[^z]x)*$',
    '^(a+|b)*$',
    '^((ab)*)*$',
    '^(?=(a+)+$)a$',
    '^(a|\\b)*$',
    '^(a)\\1*$',
    '^a*\\b',
    '^(?i:a|A)*$',
  ])('%s stays what it was', (source) => {
    expect(hasForks(parse(source))).toBe(true);
  });

  it.each(['^(a+-?)*$', '^(a|a-)*$', '^(\\w+-?)*$', '^(a|\\w)*$'])('%s is dangerous', (source) => {
    expect(harmlessLength(parse(source), 256)).toBeLessThan(100);
  });
});

describe('any pattern without a fork', () => {
  const atoms = ['a', 'b', '-', '[ab]', '[^a]', '[^-]', '.', '\\w', '\\W'];
  const source = fc.letrec<{ node: string; leaf: string }>((tie) => ({
    leaf: fc.constantFrom(...atoms),
    node: fc.oneof(
      { maxDepth: 4 },
      tie('leaf'),
      fc.tuple(tie('node'), tie('node')).map(([left, right]) => left + right),
      fc.tuple(tie('node'), tie('node')).map(([left, right]) => `(?:${left}|${right})`),
      fc
        .tuple(tie('node'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '??'))
        .map(([inner, times]) => `(?:${inner})${times}`),
    ),
  })).node;
  const text = fc
    .tuple(fc.string({ unit: fc.constantFrom('a', 'b', '-'), maxLength: 4 }), fc.nat(12))
    .chain(([piece, times]) =>
      fc
        .string({ unit: fc.constantFrom('a', 'b', '-', '!'), maxLength: 3 })
        .map((end) => piece.repeat(times) + end),
    );

  it('takes no more steps than its size for each character', () => {
    let judged = 0;
    fc.assert(
      fc.property(source, fc.array(text, { minLength: 10, maxLength: 10 }), (inner, texts) => {
        const whole = `^${inner}$`;
        const pattern = parse(whole);
        if (hasForks(pattern)) return;
        judged += 1;
        for (const one of texts) {
          const { matches, steps } = tallySteps(pattern, one);
          expect(matches).toBe(new RegExp(whole, 'u').test(one));
          expect(steps).toBeLessThanOrEqual(2 * whole.length * (one.length + 1));
        }
      }),
      { numRuns: 5000 },
    );
    expect(judged).toBeGreaterThan(500);
  });
});
