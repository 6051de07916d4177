import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { loadSchemas } from '../../contract-text.test-kit.ts';
import type { TextShape } from '../../schema/text-shape.ts';
import { compileShape } from '../../schema/text-shape.ts';
import { viewThrough } from './body-view.test-kit.ts';
import { assembleForm, formFormat, parseFields } from './form.ts';
import type { BodyView, FieldEncoding } from './format.ts';

let shapeOf: (name: string) => TextShape;

beforeEach(async () => {
  const { documents, part } = await loadSchemas({
    Form: {
      type: 'object',
      properties: {
        text: { type: 'string' },
        count: { type: 'integer' },
        price: { type: 'number' },
        isGood: { type: 'boolean' },
        maybe: { type: ['integer', 'null'] },
        either: { oneOf: [{ type: 'integer' }, { type: 'string' }] },
        tags: { type: 'array', items: { type: 'string' } },
        numbers: { type: 'array', items: { $ref: '#/components/schemas/Number' } },
        'expand[]': { type: 'array', items: { type: 'string' } },
        address: { $ref: '#/components/schemas/Address' },
        list: { type: 'array', items: { $ref: '#/components/schemas/Address' } },
        map: { type: 'object', additionalProperties: { type: 'integer' } },
        enumerated: { enum: [1, 2] },
      },
    },
    Number: { type: 'integer' },
    Address: {
      allOf: [
        { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'integer' } } },
        { properties: { inner: { $ref: '#/components/schemas/Address' } } },
      ],
    },
    Open: {},
  });
  shapeOf = (name) => compileShape(documents, part(name))();
});

type Encodings = Readonly<Record<string, Partial<FieldEncoding>>>;

function viewOf(encodings: Encodings = {}): BodyView {
  return viewThrough(() => shapeOf('Form'), encodings);
}

function read(text: string, encodings: Encodings = {}): JsonObject {
  return assembleForm(parseFields(text), viewOf(encodings));
}

describe('a form', () => {
  it.each<[string, string, JsonObject]>([
    ['nothing', '', {}],
    ['a text', 'text=a+b%21', { text: 'a b!' }],
    ['a text that looks like a number', 'text=1', { text: '1' }],
    ['an empty value', 'text=', { text: '' }],
    ['no value', 'text', { text: '' }],
    ['an equals sign in a value', 'text=a=b', { text: 'a=b' }],
    ['numbers', 'count=-3&price=1e3', { count: -3, price: 1000 }],
    ['no number', 'count=x&price=', { count: 'x', price: '' }],
    ['what JSON does not take for a number', 'count=007&price=+1', { count: '007', price: ' 1' }],
    ['zero, whatever its sign', 'count=-0&price=0', { count: 0, price: 0 }],
    ['a number beyond all bounds', 'price=1e999', { price: '1e999' }],
    ['a truth value', 'isGood=true', { isGood: true }],
    ['no truth value', 'isGood=1', { isGood: '1' }],
    ['null', 'maybe=', { maybe: null }],
    ['what may be a text stays one', 'either=1', { either: '1' }],
    ['the type of an enumeration', 'enumerated=1', { enumerated: 1 }],
    ['an array of one', 'tags=a', { tags: ['a'] }],
    ['an array by repetition', 'tags=a&text=x&tags=b', { tags: ['a', 'b'], text: 'x' }],
    ['an array by brackets', 'numbers[]=1&numbers%5B%5D=2', { numbers: [1, 2] }],
    ['an array by numbers', 'numbers[1]=2&numbers[0]=1', { numbers: [1, 2] }],
    ['a name with brackets', 'expand[]=a', { 'expand[]': ['a'] }],
    ['the same text twice', 'text=a&text=b', { text: ['a', 'b'] }],
    ['the same number twice', 'count=1&count=2', { count: [1, 2] }],
    ['members', 'address[city]=X&address[zip]=1', { address: { city: 'X', zip: 1 } }],
    ['members of members', 'address[inner][zip]=1', { address: { inner: { zip: 1 } } }],
    ['an object in JSON', 'address={"zip":1}', { address: { zip: 1 } }],
    ['an object that isn’t one', 'address=1', { address: '1' }],
    ['objects in a list', 'list[0][zip]=1&list[1][zip]=2', { list: [{ zip: 1 }, { zip: 2 }] }],
    ['objects in JSON', 'list={"zip":1}&list={"zip":2}', { list: [{ zip: 1 }, { zip: 2 }] }],
    ['a map', 'map[a]=1&map[2]=3', { map: { a: 1, 2: 3 } }],
    [
      'what the schema doesn’t know',
      'x=1&x=2&y[]=3&z[a]=4',
      { x: ['1', '2'], y: ['3'], z: { a: '4' } },
    ],
    [
      'brackets that aren’t in order',
      'a[b=1&[c]=2&a]b[=3',
      { 'a[b': '1', '[c]': '2', 'a]b[': '3' },
    ],
    ['needless ampersands', '&&text=a&&', { text: 'a' }],
  ])('%s', (_, text, value) => {
    expect(read(text)).toEqual(value);
  });

  it('names of JavaScript are data', () => {
    const value = read('__proto__[x]=1&constructor=2&address[__proto__]=3');
    expect(JSON.stringify(value)).toBe(
      '{"__proto__":{"x":"1"},"constructor":"2","address":{"__proto__":"3"}}',
    );
    expect(Object.getPrototypeOf({})).not.toHaveProperty('x');
  });

  it.each<[string, Encodings, string, JsonObject]>([
    ['commas', { numbers: { style: 'form', explode: false } }, 'numbers=1,2', { numbers: [1, 2] }],
    [
      'spaces',
      { tags: { style: 'spaceDelimited', explode: false } },
      'tags=a%20b',
      { tags: ['a', 'b'] },
    ],
    [
      'pipes',
      { tags: { style: 'pipeDelimited', explode: false } },
      'tags=a|b',
      { tags: ['a', 'b'] },
    ],
    [
      'an object with commas',
      { address: { style: 'form', explode: false } },
      'address=city,X,zip,1',
      { address: { city: 'X', zip: 1 } },
    ],
    [
      'an exploded object',
      { address: { style: 'form', explode: true } },
      'city=X&zip=1&text=a',
      { address: { city: 'X', zip: 1 }, text: 'a' },
    ],
    [
      'deepObject',
      { address: { style: 'deepObject', explode: true } },
      'address[zip]=1',
      { address: { zip: 1 } },
    ],
    [
      'JSON',
      { numbers: { contentTypes: ['application/json'] } },
      'numbers=[1,2]',
      { numbers: [1, 2] },
    ],
  ])('in the encoding of %s', (_, encodings, text, value) => {
    expect(read(text, encodings)).toEqual(value);
  });

  it.each<[string, string, RegExp]>([
    ['a broken escape', 'text=%zz', /percent sign/],
    ['half a character', 'text=%C3', /percent sign/],
    ['a broken name', '%=1', /percent sign/],
    [
      'a contradiction',
      'address=1&address[zip]=2',
      /"address" is sent as a value and as an object/,
    ],
    ['brackets without end', `a${'[b]'.repeat(5_000)}=1`, /more than 32 brackets/],
  ])('refuses %s', (_, text, message) => {
    expect(() => read(text)).toThrow(SyntaxError);
    expect(() => read(text)).toThrow(message);
  });

  it('is the same after another parser has read it', () => {
    const parsed = {
      count: '1',
      tags: 'a',
      numbers: ['1', '2'],
      address: { zip: '1' },
      list: [{ zip: '2' }],
    };
    expect(formFormat.adopt?.(parsed, viewOf())).toEqual({
      count: 1,
      tags: ['a'],
      numbers: [1, 2],
      address: { zip: 1 },
      list: [{ zip: 2 }],
    });
  });

  it('reads what it writes', () => {
    const text = fc.string({ unit: 'grapheme' });
    const address = fc.record({ city: text, zip: fc.integer() }, { requiredKeys: [] });
    const form = fc.record(
      {
        text,
        count: fc.integer(),
        price: fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
        isGood: fc.boolean(),
        maybe: fc.option(fc.integer()),
        tags: fc.array(text, { minLength: 1 }),
        numbers: fc.array(fc.integer(), { minLength: 1 }),
        address,
        list: fc.array(address, { minLength: 1 }),
      },
      { requiredKeys: [], noNullPrototype: true },
    );
    fc.assert(
      fc.property(form, (value) => {
        // A trust edge: a record of the arbitraries above.
        const json = JSON.parse(JSON.stringify(value)) as JsonValue;
        expect(read(String(formFormat.write(json, viewOf())))).toEqual(json);
      }),
    );
  });

  it('reads any text at all, or says what is wrong with it', () => {
    const piece = fc.constantFrom(
      'a',
      '[',
      ']',
      '=',
      '&',
      '%',
      '4',
      '1',
      '+',
      'address',
      'tags',
      '',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        try {
          JSON.stringify(read(pieces.join('')));
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
