import { describe, expect, it } from 'vitest';

import { sampleText } from './patterns.ts';

/** Draws that go through the whole of what may be drawn, the ends included. */
function drawsOf(start: number): (bound: number) => number {
  let state = start;
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return start === 0 ? 0 : start === 1 ? bound - 1 : (state >>> 8) % bound;
  };
}

describe('sampleText', () => {
  it.each([
    '^abc$',
    '^\\d{3}-\\d{4}$',
    '^[A-Z][a-z]*$',
    '^[^a-z]+$',
    '^[^\\w]+$',
    '^\\W$',
    '^\\s\\S$',
    '^.{10}$',
    '^(a|b|cd)+$',
    '^(?:x{2,})?y$',
    '^(?<year>\\d{4})-\\k<year>$',
    '^(a|b)\\1$',
    '^\\p{Lu}\\p{Ll}{2}$',
    '^[äöü]+$',
    '^\\u{1F600}$',
    '^[\\u{1F600}-\\u{1F64F}]$',
    '^\\$\\d+\\.\\d\\d$',
    '^[a-f0-9]{8}(-[a-f0-9]{4}){3}-[a-f0-9]{12}$',
    '^([01]\\d|2[0-3]):[0-5]\\d$',
    '^$',
    '',
    'b',
    '^a?b*c+$',
    '^a{0}$',
    '^\\x41\\t$',
    '^[\\w.+-]+@[\\w-]+\\.[a-z]{2,}$',
  ])('of %s matches it', (pattern) => {
    for (let start = 0; start < 30; start += 1) {
      expect(sampleText(pattern, drawsOf(start))).toMatch(new RegExp(pattern, 'u'));
    }
  });

  it('keeps what has no end within bounds', () => {
    for (const pattern of ['^a*$', '^(b+)+$', '^c{2,}$']) {
      expect(sampleText(pattern, drawsOf(1))?.length).toBeLessThan(100);
    }
  });

  it('takes up every alternative', () => {
    const texts = [0, 1, 2].map((index) => sampleText('^(x|y|z)$', (bound) => index % bound));
    expect(texts).toEqual(['x', 'y', 'z']);
  });

  it.each(['(', '[z-a]', '(?<a', 'a**'])('of %s, which can not be read, is nothing', (pattern) => {
    expect(sampleText(pattern, drawsOf(2))).toBeUndefined();
  });
});
