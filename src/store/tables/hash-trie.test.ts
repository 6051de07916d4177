import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { HashTrie } from './hash-trie.ts';
import { createHashTrie, hashText } from './hash-trie.ts';

// Some that end alike, so that they part deep down, and some that differ in their first bits alone.
const number = fc.oneof(
  fc.nat(50),
  fc.nat(60).map((high) => high * 2 ** 24),
  fc.nat(0x3fffffff),
);
const step = fc.oneof(
  { weight: 20, arbitrary: fc.record({ set: number }) },
  { weight: 10, arbitrary: fc.record({ delete: number }) },
  { weight: 1, arbitrary: fc.constant({ clone: true }) },
  { weight: 2, arbitrary: fc.record({ deleteAll: fc.array(number), isOdd: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ clear: true }) },
);

describe('a scatter', () => {
  it('does what a map would, and so does what it was copied from', () => {
    fc.assert(
      fc.property(fc.array(step, { size: 'max', maxLength: 400 }), (steps) => {
        let [trie, model] = [createHashTrie<object>(), new Map<number, object>()];
        const before: [HashTrie<object>, Map<number, object>][] = [];
        const numbers = new Set<number>();
        for (const one of steps) {
          if ('clone' in one) {
            before.push([trie, model]);
            [trie, model] = [trie.clone(), new Map(model)];
          } else if ('set' in one) {
            const value = {};
            trie.set(one.set, value);
            model.set(one.set, value);
            numbers.add(one.set);
          } else if ('clear' in one) {
            trie.clear();
            model.clear();
          } else if ('deleteAll' in one) {
            const odd = new Set([...model].filter(([at]) => at % 2 === 1).map(([, kept]) => kept));
            const isKept = (value: object): boolean => one.isOdd && odd.has(value);
            const meant = one.deleteAll.filter((at) => model.has(at));
            const kept = meant.filter((at) => one.isOdd && at % 2 === 1);
            expect(trie.deleteAll(one.deleteAll, isKept)).toEqual(new Set(kept));
            for (const at of meant) if (!kept.includes(at)) model.delete(at);
          } else {
            trie.delete(one.delete);
            model.delete(one.delete);
          }
        }
        for (const [copy, known] of [...before, [trie, model] as const])
          for (const one of numbers) expect(copy.get(one)).toBe(known.get(one));
      }),
    );
  });

  it('changes neither of two copies with the other', () => {
    const first = createHashTrie<string>();
    for (let at = 0; at < 200; at += 1) first.set(hashText(String(at)), 'both');
    const second = first.clone();
    first.set(hashText('7'), 'first');
    second.set(hashText('8'), 'second');
    second.delete(hashText('9'));
    expect(['7', '8', '9'].map((key) => first.get(hashText(key)))).toEqual([
      'first',
      'both',
      'both',
    ]);
    expect(['7', '8', '9'].map((key) => second.get(hashText(key)))).toEqual([
      'both',
      'second',
      undefined,
    ]);
  });
});

describe('the hash of a text', () => {
  it.each(['', 'a', 'ä', '\0', 'x'.repeat(100)])('of %j has 30 bits', (text) => {
    const hash = hashText(text);
    expect(Number.isInteger(hash)).toBe(true);
    expect(hash).toBeGreaterThanOrEqual(0);
    expect(hash).toBeLessThan(2 ** 30);
  });

  it('spreads keys that are much alike', () => {
    const keys = Array.from({ length: 4096 }, (_, at) => `record-${at}`);
    const counts = Array.from({ length: 16 }, () => 0);
    for (const key of keys) counts[hashText(key) % 16] = (counts[hashText(key) % 16] ?? 0) + 1;
    expect(Math.min(...counts)).toBeGreaterThan(128);
    expect(Math.max(...counts)).toBeLessThan(512);
  });
});
