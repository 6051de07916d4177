import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { JsonValue } from './json.ts';
import {
  freezeJson,
  isJsonObject,
  isSameJson,
  mergeJson,
  pointerSteps,
  stepDown,
  textOf,
  valueAt,
} from './json.ts';

function parse(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}

describe('isJsonObject', () => {
  it.each([
    [{}, true],
    [{ a: 1 }, true],
    [[], false],
    [null, false],
    ['{}', false],
    [1, false],
    [undefined, false],
  ])('%j: %s', (value, verdict) => {
    expect(isJsonObject(value)).toBe(verdict);
  });
});

describe('isSameJson', () => {
  it.each<[string, string, boolean]>([
    ['1', '1', true],
    ['1', '2', false],
    ['1', '"1"', false],
    ['null', 'null', true],
    ['null', 'false', false],
    ['null', '{}', false],
    ['{}', 'null', false],
    ['{}', '[]', false],
    ['[]', '{}', false],
    ['[]', '[]', true],
    ['[1, 2]', '[1, 2]', true],
    ['[1, 2]', '[2, 1]', false],
    ['[1]', '[1, 2]', false],
    ['[null]', '[]', false],
    ['[]', '[null]', false],
    ['{"a": 1, "b": 2}', '{"b": 2, "a": 1}', true],
    ['{"a": 1}', '{"a": 1, "b": 2}', false],
    ['{"a": 1, "b": 2}', '{"a": 1}', false],
    ['{"a": null}', '{"b": null}', false],
    ['{"a": null}', '{"a": null}', true],
    ['{"a": {"b": [1, {"c": 2}]}}', '{"a": {"b": [1, {"c": 2}]}}', true],
    ['{"a": {"b": [1, {"c": 2}]}}', '{"a": {"b": [1, {"c": 3}]}}', false],
    ['{"toString": 1}', '{"other": 1}', false],
    ['{"__proto__": 1}', '{"__proto__": 1}', true],
    ['{"__proto__": {}}', '{"a": {}}', false],
  ])('%s and %s: %s', (left, right, verdict) => {
    expect(isSameJson(parse(left), parse(right))).toBe(verdict);
  });

  it('holds between any value and a copy of it', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(isSameJson(parse(text), parse(text))).toBe(true);
      }),
    );
  });
});

describe('mergeJson', () => {
  // The cases of RFC 7396, appendix A, and then some.
  it.each<[string, string, string]>([
    ['{"a": "b"}', '{"a": "c"}', '{"a": "c"}'],
    ['{"a": "b"}', '{"b": "c"}', '{"a": "b", "b": "c"}'],
    ['{"a": "b"}', '{"a": null}', '{}'],
    ['{"a": "b", "b": "c"}', '{"a": null}', '{"b": "c"}'],
    ['{"a": ["b"]}', '{"a": "c"}', '{"a": "c"}'],
    ['{"a": "c"}', '{"a": ["b"]}', '{"a": ["b"]}'],
    ['{"a": {"b": "c"}}', '{"a": {"b": "d", "c": null}}', '{"a": {"b": "d"}}'],
    ['{"a": [{"b": "c"}]}', '{"a": [1]}', '{"a": [1]}'],
    ['["a", "b"]', '["c", "d"]', '["c", "d"]'],
    ['{"a": "b"}', '["c"]', '["c"]'],
    ['{"a": "foo"}', 'null', 'null'],
    ['{"a": "foo"}', '"bar"', '"bar"'],
    ['{"e": null}', '{"a": 1}', '{"e": null, "a": 1}'],
    ['[1, 2]', '{"a": "b", "c": null}', '{"a": "b"}'],
    ['{}', '{"a": {"bb": {"ccc": null}}}', '{"a": {"bb": {}}}'],
    ['{"a": 1}', '{}', '{"a": 1}'],
  ])('%s with %s: %s', (target, patch, merged) => {
    expect(mergeJson(parse(target), parse(patch))).toStrictEqual(parse(merged));
  });

  it('takes __proto__ for a name like any other', () => {
    const merged = mergeJson({ a: 1 }, parse('{"__proto__": {"isAdmin": true}}'));
    expect(JSON.stringify(merged)).toBe('{"a":1,"__proto__":{"isAdmin":true}}');
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect('isAdmin' in {}).toBe(false);
  });

  it('leaves the target as it was', () => {
    const target = freezeJson({ a: { b: 1 }, c: [1] });
    expect(mergeJson(target, { a: { b: 2 }, c: null })).toEqual({ a: { b: 2 } });
    expect(target).toEqual({ a: { b: 1 }, c: [1] });
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (target, patch) => {
        const once = mergeJson(parse(target), parse(patch));
        expect(isSameJson(mergeJson(once, parse(patch)), once)).toBe(true);
      }),
    );
  });
});

describe('pointers', () => {
  it.each<[string, string | number, string]>([
    ['', 'a', '/a'],
    ['/a', 0, '/a/0'],
    ['', '', '/'],
    ['', 'a/b', '/a~1b'],
    ['', 'm~n', '/m~0n'],
    ['/x', '~1', '/x/~01'],
  ])('%j down to %j is %j', (pointer, member, below) => {
    expect(stepDown(pointer, member)).toBe(below);
  });

  it('of any names lead back to these names', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (names) => {
        let pointer = '';
        for (const name of names) pointer = stepDown(pointer, name);
        expect(pointerSteps(pointer)).toEqual(names);
      }),
    );
  });
});

describe('valueAt', () => {
  // The example of RFC 6901, section 5, and places where there is nothing.
  const root = parse(
    '{"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "m~n": 8, " ": 7, "no": null}',
  );

  it.each<[string, JsonValue | undefined]>([
    ['', root],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/foo/1', 'baz'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/m~0n', 8],
    ['/ ', 7],
    ['/no', null],
    ['/foo/2', undefined],
    ['/foo/-1', undefined],
    ['/foo/-', undefined],
    ['/foo/length', undefined],
    ['/foo/', undefined],
    ['/foo/01', undefined],
    ['/foo/0/deeper', undefined],
    ['/no/deeper', undefined],
    ['/bar', undefined],
    ['/toString', undefined],
    ['/__proto__', undefined],
  ])('%j', (pointer, value) => {
    expect(valueAt(root, pointer)).toEqual(value);
  });
});

describe('freezeJson', () => {
  it('freezes to the bottom and gives back the same value', () => {
    const value = { list: [{ deep: { deeper: 1 } }], text: 'a' };
    expect(freezeJson(value)).toBe(value);
    const parts = [value, value.list, value.list[0], value.list[0]?.deep];
    expect(parts.map((part) => Object.isFrozen(part))).toEqual([true, true, true, true]);
  });
});

describe('textOf', () => {
  it.each<[JsonValue | undefined, string]>([
    ['a "b"', 'a "b"'],
    [12, '12'],
    [true, 'true'],
    [null, 'null'],
    [undefined, 'null'],
    [[1, 'a'], '[1,"a"]'],
    [{ a: 1 }, '{"a":1}'],
  ])('%j is %j', (value, text) => {
    expect(textOf(value)).toBe(text);
  });
});
