import { describe, expect, it } from 'vitest';

import { ApiError } from '../errors.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { freezeJson, valueAt } from '../json.ts';
import { patchJson } from './json-patch.ts';

/** Examples of RFC 6902, appendix A, and what it says in passing. */
describe('a patch', () => {
  it.each<[string, JsonValue, JsonObject[], JsonValue]>([
    [
      'adds a member',
      { foo: 'bar' },
      [{ op: 'add', path: '/baz', value: 'qux' }],
      { baz: 'qux', foo: 'bar' },
    ],
    [
      'adds an item',
      { foo: ['a', 'c'] },
      [{ op: 'add', path: '/foo/1', value: 'b' }],
      { foo: ['a', 'b', 'c'] },
    ],
    [
      'adds at the end',
      { foo: ['a'] },
      [{ op: 'add', path: '/foo/-', value: ['b'] }],
      { foo: ['a', ['b']] },
    ],
    ['adds over a member', { foo: 1 }, [{ op: 'add', path: '/foo', value: 2 }], { foo: 2 }],
    ['adds the whole', { foo: 1 }, [{ op: 'add', path: '', value: [] }], []],
    ['removes a member', { baz: 1, foo: 2 }, [{ op: 'remove', path: '/baz' }], { foo: 2 }],
    ['removes an item', { foo: [1, 2, 3] }, [{ op: 'remove', path: '/foo/1' }], { foo: [1, 3] }],
    [
      'replaces',
      { foo: { bar: 1 } },
      [{ op: 'replace', path: '/foo/bar', value: null }],
      { foo: { bar: null } },
    ],
    [
      'moves a member',
      { a: { b: 1 }, c: {} },
      [{ op: 'move', from: '/a/b', path: '/c/d' }],
      { a: {}, c: { d: 1 } },
    ],
    ['moves an item', [1, 2, 3], [{ op: 'move', from: '/0', path: '/2' }], [2, 3, 1]],
    ['copies', { a: [1] }, [{ op: 'copy', from: '/a', path: '/b' }], { a: [1], b: [1] }],
    [
      'passes a test',
      { a: { b: [1] } },
      [{ op: 'test', path: '/a', value: { b: [1] } }],
      { a: { b: [1] } },
    ],
    [
      'reads escapes',
      { 'a/b': 1, 'm~n': 2, '~1': 3 },
      [
        { op: 'remove', path: '/a~1b' },
        { op: 'replace', path: '/m~0n', value: 4 },
        { op: 'test', path: '/~01', value: 3 },
      ],
      { 'm~n': 4, '~1': 3 },
    ],
    [
      'goes in order',
      {},
      [
        { op: 'add', path: '/a', value: {} },
        { op: 'add', path: '/a/b', value: 1 },
      ],
      { a: { b: 1 } },
    ],
  ])('%s', (_, target, patch, expected) => {
    const before = JSON.stringify(target);
    expect(patchJson(target, patch)).toEqual(expected);
    expect(JSON.stringify(target)).toBe(before);
  });

  it('takes __proto__ for a name like any other', () => {
    const value = JSON.parse('{"polluted":1}') as JsonObject;
    const patched = patchJson({}, [{ op: 'add', path: '/__proto__', value }]);
    expect(Object.hasOwn(patched as JsonObject, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(patched)).toBe(Object.prototype);
    expect(() => patchJson({}, [{ op: 'add', path: '/__proto__/x', value: 1 }])).toThrow(ApiError);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  it.each<[string, JsonValue, JsonValue, string, number]>([
    ['no list', {}, {}, '', 400],
    ['no operation', {}, [1], '/0', 400],
    ['an unknown operation', {}, [{ op: 'x', path: '' }], '/0/op', 400],
    ['no path', {}, [{ op: 'remove' }], '/0/path', 400],
    ['a path that is no pointer', {}, [{ op: 'remove', path: 'a' }], '/0/path', 400],
    ['a bad escape', {}, [{ op: 'remove', path: '/~2' }], '/0/path', 400],
    ['no value', {}, [{ op: 'add', path: '/a' }], '/0/value', 400],
    ['nothing to remove', {}, [{ op: 'remove', path: '/a' }], '/0/path', 400],
    ['nothing to replace', {}, [{ op: 'replace', path: '/a', value: 1 }], '/0/path', 400],
    ['no holder', {}, [{ op: 'add', path: '/a/b', value: 1 }], '/0/path', 400],
    [
      'a holder that holds nothing',
      { a: 1 },
      [{ op: 'add', path: '/a/b', value: 1 }],
      '/0/path',
      400,
    ],
    [
      'an index beyond the end',
      { a: [1] },
      [{ op: 'add', path: '/a/2', value: 1 }],
      '/0/path',
      400,
    ],
    ['an index with a nought', { a: [1, 2] }, [{ op: 'remove', path: '/a/01' }], '/0/path', 400],
    ['a move into itself', { a: {} }, [{ op: 'move', from: '/a', path: '/a/b' }], '/0/path', 400],
    ['nothing left', {}, [{ op: 'remove', path: '' }], '/0/path', 400],
    ['a test that fails', { a: 1 }, [{ op: 'test', path: '/a', value: '1' }], '/0/value', 409],
    [
      'a fault later on',
      { a: 1 },
      [
        { op: 'test', path: '/a', value: 1 },
        { op: 'x', path: '' },
      ],
      '/1/op',
      400,
    ],
    [
      'more work than others may wait for',
      { list: [] },
      Array.from({ length: 1500 }, () => ({ op: 'add', path: '/list/0', value: 1 })),
      '/998',
      400,
    ],
  ])('with %s is refused', (_, target, patch, pointer, status) => {
    let refusal: unknown;
    try {
      patchJson(target, patch);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({ status, violations: [{ pointer }] });
  });

  it('copies what it changes once, and leaves what was there as it is', () => {
    const members = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at]));
    const target = freezeJson({ data: members, other: { data: members } });
    const patch = Array.from({ length: 5000 }, (_, at) => ({ op: 'remove', path: `/data/k${at}` }));
    const copied = { op: 'copy', from: '/data', path: '/copy' };
    const added = { op: 'add', path: '/data/k0', value: 0 };
    const patched = patchJson(target, [...patch, copied, added]);
    expect(patched).toMatchObject({ other: { data: members } });
    const sizes = ['data', 'copy'].map((name) => valueAt(patched, `/${name}`) ?? {});
    expect(sizes.map((one) => Object.keys(one).length)).toEqual([15_001, 15_000]);
  });

  it('changes a record that is large already', () => {
    const list = Array.from({ length: 240_000 }, (_, at) => at);
    const patch = [
      { op: 'replace', path: '/name', value: 'b' },
      { op: 'add', path: '/list/-', value: 1 },
    ];
    const patched = patchJson({ name: 'a', list }, patch);
    expect(patched).toMatchObject({ name: 'b' });
    expect(valueAt(patched, '/list/240000')).toBe(1);
  });

  it.each<[string, JsonObject]>([
    ['larger and larger', { op: 'copy', from: '/a', path: '/a/-' }],
    ['deeper and deeper', { op: 'copy', from: '/a', path: '/a/0' }],
  ])('that makes a value %s ends early', (_, operation) => {
    const patch = Array.from({ length: 20_000 }, () => operation);
    const before = { a: ['x'] };
    const start = [{ op: 'add', path: '/a/-', value: ['y'] }, ...patch];
    expect(() => patchJson(before, start)).toThrow('too large');
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['a text', { a: 'x'.repeat(100_000), b: [] }, { op: 'copy', from: '/a', path: '/b/-' }],
    [
      'a name',
      { a: { ['x'.repeat(100_000)]: 1 }, b: [] },
      { op: 'copy', from: '/a', path: '/b/-' },
    ],
    [
      'twice as much each time',
      { a: ['x'.repeat(1000)] },
      { op: 'copy', from: '/a', path: '/a/-' },
    ],
  ])('that copies %s again and again ends early', (_, before, operation) => {
    const patch = Array.from({ length: 1000 }, () => operation);
    expect(() => patchJson(before, patch)).toThrow(/2,097,152 characters/);
  });

  it('that leads deeper than a record can be is refused in few words', () => {
    const path = '/a'.repeat(200_000);
    for (const one of [
      { op: 'add', path, value: 1 },
      { op: 'copy', from: path, path: '/b' },
    ]) {
      expect(() => patchJson({ a: 1 }, [one])).toThrow(/there is no such place: "[^"]{1001}"/);
    }
  });

  it('may copy a text as long as a body, once', () => {
    const a = 'x'.repeat(1_048_576);
    expect(patchJson({ a }, [{ op: 'copy', from: '/a', path: '/b' }])).toEqual({ a, b: a });
  });
});
