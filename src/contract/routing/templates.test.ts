import { describe, expect, it } from 'vitest';

import { parameterName, parameterNames, parseTemplate, templateKeyOf } from './templates.ts';

describe('the names of a template', () => {
  it.each<[string, readonly string[]]>([
    ['/{a}-{b}/', ['a', 'b']],
    ['/{id}.{ext}', ['id', 'ext']],
    ['/{id}:cancel', ['id']],
    ['/v{version}/x', ['version']],
    ["/items('{key}')", ['key']],
    ['/{+name}', ['name']],
    ['/{name+}', ['name']],
    ['/{name*}', ['name']],
    ['/{name=shelves/*/books/*}:move', ['name']],
    ['/{name=**}', ['name']],
    ['/search{?q,limit}', []],
    ['/search{&q}/{id}', ['id']],
    ['/a/{id}?Action={action}', ['id']],
    ['/a/{id}#Action=List', ['id']],
    ['/{id/x', []],
    ['/id}/x', []],
    ['/{}', []],
    ['/{a b}', ['a b']],
    ['/{__proto__}', ['__proto__']],
    ['/{a}/{a}', ['a', 'a']],
    ['', []],
  ])('%s has %j', (template, names) => {
    expect(parameterNames(template)).toEqual(names);
  });

  it.each(['{+id}', '{id*}', '{id+}', '{id=a/*}', '{?id}', '{}'])(
    '%s is no plain one',
    (segment) => {
      expect(parameterName(segment)).toBeUndefined();
    },
  );
});

describe('the faults of a template', () => {
  it.each<[string, readonly string[]]>([
    ['/a/{b}/c', []],
    ['/{a}-{b}', []],
    ['/{+a}/{b=c/*}', []],
    ['/{id', ['has a brace without its counterpart']],
    ['/id}', ['has a brace without its counterpart']],
    ['/{a{b}}', ['has a brace without its counterpart']],
    ['/{}', ['has a parameter without a name']],
    ['/{+}', ['has a parameter without a name']],
    ['/{=a/*}', ['has a parameter without a name']],
    ['/{a}/b/{a}', ['has the parameter "a" twice']],
    ['/{a}-{a}/{', ['has a brace without its counterpart', 'has the parameter "a" twice']],
  ])('%s: %j', (template, faults) => {
    expect(parseTemplate(template).faults).toEqual(faults);
  });
});

describe('the conditions of a template', () => {
  it.each<[string, readonly object[]]>([
    ['/a', []],
    ['/?Action=List', [{ name: 'Action', value: 'List', isFragment: false }]],
    ['/#Action=List', [{ name: 'Action', value: 'List', isFragment: true }]],
    ['/a?acl', [{ name: 'acl', value: undefined, isFragment: false }]],
    ['/a?acl=', [{ name: 'acl', value: '', isFragment: false }]],
    [
      '/a?b=c%20d&e=f#g',
      [
        { name: 'b', value: 'c d', isFragment: false },
        { name: 'e', value: 'f', isFragment: false },
        { name: 'g', value: undefined, isFragment: true },
      ],
    ],
    // It names a parameter, and says nothing of its value.
    ['/a?q={q}', []],
    ['/a?', []],
    ['/a{?q}', []],
  ])('%s: %j', (template, conditions) => {
    expect(parseTemplate(template).conditions).toEqual(conditions);
  });
});

describe('the shape of a template', () => {
  const shape = (template: string): string => templateKeyOf(parseTemplate(template));

  it.each([
    ['/{a}/x', '/{b}/x'],
    ['/{a}-{b}', '/{x}-{y}'],
    ['/caf%C3%A9', '/café'],
    ['/{name=a/*}', '/a/{b}'],
    ['/{+a}', '/{b=**}'],
    ['/?a=1&b=2', '/?b=2&a=1'],
  ])('%s is that of %s', (one, other) => {
    expect(shape(one)).toBe(shape(other));
  });

  it.each([
    ['/{a}', '/%7Ba%7D'],
    ['/{a}', '/{+a}'],
    ['/a', '/a/'],
    ['/a/b', '/a%2Fb'],
    ['/?a=1', '/?a=2'],
    ['/{a}-{b}', '/{a}'],
  ])('%s is not that of %s', (one, other) => {
    expect(shape(one)).not.toBe(shape(other));
  });
});
