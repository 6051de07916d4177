import { describe, expect, it } from 'vitest';

import { findPointer } from './json-places.ts';

const text = '{\n  "a": [1, {"b": "x"}],\n  "c/d": null,\n  "e~f": true\n}';

describe('a pointer in a text', () => {
  it.each([
    ['/a/0', '1'],
    ['/a/1/b', '"x"'],
    ['/c~1d', 'null'],
    ['/e~0f', 'true'],
    ['/a', '['],
    ['', '{'],
    ['/a/1/missing', '{'],
    ['/missing', '{'],
    ['/a/7', '['],
  ])('%s leads to %s', (pointer, found) => {
    const { from, to } = findPointer(text, pointer);
    expect(text.slice(from, to)).toBe(found);
  });

  it.each(['', '{', '{"a": }', '[[['])('is found somewhere in “%s”', (broken) => {
    const { from, to } = findPointer(broken, '/a/b');
    expect(from).toBeLessThanOrEqual(to);
    expect(to).toBeLessThanOrEqual(broken.length);
  });
});
