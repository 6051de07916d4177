import { describe, expect, it } from 'vitest';

import { formatOf } from './formats/formats.ts';
import {
  findOffer,
  isCovered,
  narrowOffer,
  negotiate,
  parseMediaType,
  plainestType,
} from './media.ts';

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
    ['application/*+json', 'application/vnd.api+json', true],
    ['application/*+json', 'application/json', false],
    ['application/*+json', 'application/+json', false],
    ['application/*+json', 'application/vnd.api+xml', false],
    ['image/*', 'image/', false],
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
    ['application/xml;q="", text/html', html, 'a weight that is empty is ignored'],
    ['application/xml;q=1e-1, text/html', html, 'a weight in another notation is ignored'],
    ['text/html;a="x, application/json"', html, 'a comma in quotes'],
    ['text/html;a="x, application/json', html, 'quotes that are never closed'],
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

describe('negotiate by parameters (RFC 9110, section 12.5.1)', () => {
  const accept =
    'text/*;q=0.3, text/plain;q=0.7, text/plain;format=flowed, text/plain;format=fixed;q=0.4, */*;q=0.5';

  // Two offers are told apart by their weights in the RFC's table.
  it.each<[string, string]>([
    ['text/plain;format=flowed', 'text/plain'],
    ['text/plain', 'image/jpeg'],
    ['image/jpeg', 'text/plain;format=fixed'],
    ['text/plain;format=fixed', 'text/html'],
    ['image/jpeg', 'text/html;level=3'],
  ])('%s before %s', (better, worse) => {
    expect(negotiate(accept, [worse, better])).toBe(better);
    expect(negotiate(accept, [better, worse])).toBe(better);
  });

  const versions = ['application/json;version=1', 'application/json; version="2"'];
  it.each<[string, string | undefined]>([
    ['application/json;version=2', versions[1]],
    ['application/json;version=1', versions[0]],
    ['application/json;version=3', undefined],
    ['application/json', versions[0]],
    ['application/json;q=0.1, application/json;version=2;q=0.9', versions[1]],
    ['application/json;version=1;q=0, */*', versions[1]],
    ['application/json;version=2;charset=utf-16', versions[1]],
    ['application/json;version=2;q=0.5;ext=1', versions[1]],
  ])('%s: %s', (header, chosen) => {
    expect(negotiate(header, versions)).toBe(chosen);
  });

  it('a parameter of which an offer says nothing doesn’t speak against it', () => {
    const offers = ['application/json', 'application/xml'];
    expect(negotiate('application/json;odata=verbose', offers)).toBe('application/json');
    expect(negotiate('application/json;odata=verbose, */*;q=0.1', offers)).toBe('application/json');
    expect(negotiate('application/json;odata=verbose, application/xml;q=0.1', offers)).toBe(
      'application/json',
    );
  });
});

describe('narrowOffer', () => {
  const isWrittenAlike = (one: string, other: string): boolean => formatOf(one) === formatOf(other);

  it.each<[string | undefined, string, string]>([
    [undefined, 'application/json', 'application/json'],
    [undefined, 'image/*', 'image/png'],
    ['image/gif', 'image/*', 'image/gif'],
    ['image/gif;q=0.5, image/webp', 'image/*', 'image/webp'],
    ['image/gif;q=0.5, */*', 'image/*', 'image/png'],
    ['image/gif;q=0', 'image/*', 'image/png'],
    ['image/*', 'image/*', 'image/png'],
    ['text/markdown', 'text/*', 'text/markdown'],
    ['text/xml', 'text/*', 'text/plain'],
    ['application/vnd.x+json', '*/*', 'application/vnd.x+json'],
    ['text/html', '*/*', 'application/json'],
    [undefined, 'application/*+json', 'application/json'],
  ])('%s of %s: %s', (accept, offer, type) => {
    expect(narrowOffer(accept, offer, isWrittenAlike)).toBe(type);
  });
});

describe('findOffer', () => {
  const find = (sent: string, ...types: readonly string[]): string | undefined => {
    const type = parseMediaType(sent);
    return (
      type &&
      findOffer(
        types.map((name) => ({ type: name })),
        type,
      )?.type
    );
  };

  it.each<[string, readonly string[], string | undefined]>([
    ['application/json', ['text/plain', 'application/json'], 'application/json'],
    ['application/json', ['*/*', 'application/*', 'application/json'], 'application/json'],
    ['application/json', ['*/*', 'application/*'], 'application/*'],
    ['image/png', ['application/json', 'image/*'], 'image/*'],
    ['application/vnd.x+json', ['application/*', 'application/*+json'], 'application/*+json'],
    [
      'application/json; version=1',
      ['application/json', 'application/json;version=1'],
      'application/json;version=1',
    ],
    [
      'application/json; version=2',
      ['application/json;version=1', 'application/json;version=2'],
      'application/json;version=2',
    ],
    ['application/json; version=3', ['application/json;version=1'], undefined],
    [
      'application/json; version=3',
      ['application/json;version=1', 'application/json'],
      'application/json',
    ],
    ['application/json', ['application/json;version=1', 'application/json'], 'application/json'],
    ['application/json', ['application/json;version=1'], 'application/json;version=1'],
    [
      'application/json; charset=utf-8',
      ['application/json; charset=utf-16'],
      'application/json; charset=utf-16',
    ],
    ['multipart/form-data; boundary=x', ['multipart/form-data'], 'multipart/form-data'],
    ['text/plain', ['application/json'], undefined],
    ['image/*', ['image/*'], undefined],
    ['*/*', ['*/*'], undefined],
    ['text/plain', [], undefined],
  ])('%s of %j: %s', (sent, types, found) => {
    expect(find(sent, ...types)).toBe(found);
  });
});

describe('plainestType', () => {
  it.each([
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['text/*', 'text/plain'],
    ['image/*', 'image/png'],
    ['application/*+xml', 'application/xml'],
    ['chemical/*', 'application/octet-stream'],
    ['text/csv', 'text/csv'],
  ])('%s: %s', (essence, plainest) => {
    expect(plainestType(essence)).toBe(plainest);
  });
});
