import { describe, expect, it } from 'vitest';

import { placeViolations, writeJsonLines } from './json-lines.ts';

const body = { item: 'kettle', 'a/b': [1, { deep: null }], none: {} };

function violation(pointer: string) {
  return { in: 'body', pointer, message: 'is wrong', keyword: 'type' };
}

describe('JSON as lines', () => {
  it('reads as JSON again', () => {
    const text = writeJsonLines(body)
      .map(({ name, text: own, hasComma }) =>
        [name === undefined ? '' : `${name}:`, own, hasComma ? ',' : ''].join(''),
      )
      .join('\n');
    expect(JSON.parse(text)).toEqual(body);
  });

  it.each([
    ['text', '"text"', 'string'],
    ['a\u202Eb\u0085\u200D', '"a\\u202eb\\u0085\u200D"', 'string'],
    [1.5, '1.5', 'number'],
    [null, 'null', 'word'],
    [[], '[]', 'bracket'],
  ])('shows %j as %s', (value, text, kind) => {
    expect(writeJsonLines(value)).toMatchObject([{ pointer: '', text, kind }]);
  });

  it.each([
    ['a member', '/item', '"item"'],
    ['an escaped member', '/a~1b', '"a/b"'],
    ['a member in a list', '/a~1b/1/deep', '"deep"'],
  ])('marks the line of %s', (_what, pointer, name) => {
    const lines = writeJsonLines(body);
    const [index = -1] = placeViolations(lines, [violation(pointer)]).keys();
    expect(lines[index]?.name).toBe(name);
  });

  it.each([
    ['of what lacks a member', '/a~1b/1/missing', '/a~1b/1'],
    ['of the whole body', '/missing', ''],
    ['of a member that is deeper than the body', '/item/x/y', '/item'],
  ])('marks the line %s', (_what, pointer, expected) => {
    const lines = writeJsonLines(body);
    const [index = -1] = placeViolations(lines, [violation(pointer)]).keys();
    expect(lines[index]?.pointer).toBe(expected);
  });
});
