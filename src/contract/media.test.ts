import { describe, expect, it } from 'vitest';

import { isCovered, isJsonType, negotiate, parseMediaType } from './media.ts';

describe('parseMediaType', () => {
  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['application/json', 'application/json', {}],
    ['Application/JSON', 'application/json', {}],
    ['  text/plain  ', 'text/plain', {}],
    ['application/json;charset=utf-8', 'application/json', { charset: 'utf-8' }],
    ['application/json ; charset=UTF-8', 'application/json', { charset: 'UTF-8' }],
    ['text/html; Charset="utf-8"', 'text/html', { charset: 'utf-8' }],
    ['text/html; a=1; b=2', 'text/html', { a: '1', b: '2' }],
    ['text/html; a="x; b=2"', 'text/html', { a: 'x; b=2' }],
    ['text/html; a="say \\"hi\\" \\\\"', 'text/html', { a: 'say "hi" \\' }],
    ['text/html; a=""', 'text/html', { a: '' }],
    ['text/html;', 'text/html', {}],
    ['text/html;;a=1', 'text/html', { a: '1' }],
    ['text/html; flag', 'text/html', {}],
    ['application/vnd.api+json', 'application/vnd.api+json', {}],
    ['image/*', 'image/*', {}],
    ['*/*; q=0.1', '*/*', { q: '0.1' }],
  ])('%j', (text, essence, parameters) => {
    const parsed = parseMediaType(text);
    expect(parsed?.essence).toBe(essence);
    expect(Object.fromEntries(parsed?.parameters ?? [])).toEqual(parameters);
  });

  it.each([
    '',
    ' ',
    'json',
    '/json',
    'application/',
    'application/json charset=utf-8',
    'application//json',
    'application/json, text/html',
    'app lication/json',
    '"application/json"',
    'application/jsön',
  ])('makes nothing of %j', (text) => {
    expect(parseMediaType(text)).toBeUndefined();
  });
});

describe('isJsonType', () => {
  it.each<[string, boolean]>([
    ['application/json', true],
    ['application/problem+json', true],
    ['application/vnd.api+json', true],
    ['text/json+plain', false],
    ['text/plain', false],
    ['application/jsonl', false],
    ['application/json-seq', false],
  ])('%s: %s', (essence, verdict) => {
    expect(isJsonType(essence)).toBe(verdict);
  });
});

describe('isCovered', () => {
  it.each<[string, string, boolean]>([
    ['application/json', 'application/json', true],
    ['application/json', 'text/plain', false],
    ['*/*', 'text/plain', true],
    ['image/*', 'image/png', true],
    ['image/*', 'imagery/png', false],
    ['image/*', 'text/image', false],
    ['application/json', 'application/json5', false],
    ['application/json', 'application/*', false],
  ])('%s covers %s: %s', (declared, sent, verdict) => {
    expect(isCovered(declared, sent)).toBe(verdict);
  });
});

describe('negotiate', () => {
  const offers = ['application/json', 'application/xml', 'text/html; charset=utf-8'];
  const [json, xml, html] = offers;

  it.each<[string | undefined, string | undefined, string]>([
    [undefined, json, 'no header'],
    ['*/*', json, 'anything'],
    ['', json, 'an empty header'],
    ['application/json', json, 'the name'],
    ['APPLICATION/XML', xml, 'any case'],
    ['text/html', html, 'the name without its parameters'],
    ['text/html;charset=utf-8', html, 'a parameter'],
    ['text/plain', undefined, 'a stranger'],
    ['text/*', html, 'a range'],
    ['image/*', undefined, 'a range of strangers'],
    ['application/*', json, 'a range of two: our own order decides'],
    ['application/xml, application/json', json, 'the same weight: our own order decides'],
    ['application/json;q=0.5, application/xml', xml, 'a lower weight'],
    ['application/json;q=0.5, application/xml;q=0.9', xml, 'two weights'],
    ['application/json; Q=0.5, application/xml;q=0.9', xml, 'a weight in capitals'],
    ['application/json ; q=.5,application/xml ;q=.9', xml, 'loose spaces, no leading zero'],
    ['application/json;version=1;q=0.1, text/html', html, 'a weight after a parameter'],
    ['application/json;q="0.1", text/html', html, 'a weight in quotes'],
    ['text/plain, */*;q=0.1', json, 'a stranger, then anything'],
    ['application/json;q=0.1, */*', xml, 'the more specific range decides, though it weighs less'],
    ['application/json;q=0.1, application/*;q=0.2, */*;q=0.3', html, 'three ranks of ranges'],
    ['application/json;q=0.9, text/html;q=0.5, application/json;q=0.1', json, 'the same twice'],
    ['application/json;q=0', undefined, 'zero is a refusal'],
    ['application/json;q=0.000, */*', xml, 'anything but'],
    ['application/*;q=0, */*;q=0.1', html, 'a range refused'],
    ['*/*;q=0', undefined, 'nothing at all'],
    ['text/html, image/gif, *; q=.2, */*; q=.2', html, 'what an old client sends'],
    ['garbage', json, 'nothing but garbage says nothing'],
    [';;;,,,', json, 'nothing but punctuation says nothing'],
    ['application/xml;q=2', json, 'a weight out of bounds is ignored'],
    ['application/xml;q=high, text/html', html, 'a weight that is no number is ignored'],
    ['application/xml;q=-1, text/html', html, 'a weight below zero is ignored'],
    ['garbage, text/html', html, 'garbage beside what can be read'],
    [', text/html ,', html, 'empty elements'],
  ])('%j: %j (%s)', (accept, chosen) => {
    expect(negotiate(accept, offers)).toBe(chosen);
  });

  it('has nothing to choose from where nothing is offered', () => {
    expect(negotiate('application/json', [])).toBeUndefined();
    expect(negotiate(undefined, [])).toBeUndefined();
  });

  it.each<[string, string]>([
    ['application/json', '*/*'],
    ['image/png', 'image/*'],
    ['image/png;q=0.5', 'image/*'],
    ['image/*', 'image/*'],
  ])('%s may be what a contract offers as %s', (accept, offer) => {
    expect(negotiate(accept, [offer])).toBe(offer);
  });
});
