import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import type { JsonValue } from '../../../base/json.ts';
import { loadSchemas } from '../../contract-text.test-kit.ts';
import type { TextShape } from '../../schema/text-shape.ts';
import { compileShape } from '../../schema/text-shape.ts';
import { viewThrough } from './body-view.test-kit.ts';
import type { BodyView, Payload } from './format.ts';
import { xmlFormat } from './xml.ts';

let shapeOf: (name: string) => TextShape;

beforeEach(async () => {
  const { documents, part } = await loadSchemas({
    Pet: {
      type: 'object',
      required: ['photoUrls'],
      xml: { name: 'pet' },
      properties: {
        id: { type: 'integer', xml: { attribute: true } },
        name: { type: 'string', xml: { name: 'called' } },
        isGood: { type: 'boolean' },
        weight: { type: ['number', 'null'] },
        category: { $ref: '#/components/schemas/Category' },
        photoUrls: { type: 'array', items: { type: 'string' } },
        tags: {
          type: 'array',
          xml: { wrapped: true },
          items: { $ref: '#/components/schemas/Tag' },
        },
        odd: {
          type: 'array',
          xml: { name: 'ignored' },
          items: { type: 'integer', xml: { name: 'number' } },
        },
        boxed: {
          type: 'array',
          xml: { name: 'box', wrapped: true },
          items: { type: ['integer', 'null'] },
        },
        sample: { type: 'string', xml: { prefix: 'smp', namespace: 'http://x.test/s' } },
        'odd name': { type: 'string' },
        children: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
      },
    },
    Category: { type: 'object', properties: { title: { type: 'string' } } },
    Tag: {
      type: 'object',
      xml: { name: 'tag' },
      properties: {
        title: { type: 'string', xml: { attribute: true, prefix: 't', namespace: 'urn:t' } },
      },
    },
    Pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
    Numbers: { type: 'array', items: { type: 'integer' } },
    Map: { type: 'object', additionalProperties: { type: 'integer' } },
    Either: {
      type: 'object',
      required: ['many'],
      properties: {
        many: {
          type: ['array', 'object', 'null'],
          items: { type: 'integer', xml: { name: 'number' } },
          properties: { a: { type: 'integer' } },
        },
        plain: { type: ['array', 'object'], items: { type: 'integer' } },
      },
    },
    Text: { type: 'string' },
    Amount: { type: 'number', xml: { namespace: 'urn:a' } },
    Open: {},
  });
  shapeOf = (name) => compileShape(documents, name === 'none' ? undefined : part(name))();
});

const viewOf = (name: string): BodyView => viewThrough(() => shapeOf(name));

function readXml(name: string, text: string): JsonValue | undefined {
  return xmlFormat.readDocument?.(text, viewOf(name));
}

function writeXml(name: string, value: JsonValue): Payload {
  return xmlFormat.write(value, viewOf(name));
}

const head = '<?xml version="1.0" encoding="UTF-8"?>';

const cases: readonly [string, string, JsonValue, string][] = [
  ['an object by its name', 'Pet', { photoUrls: ['x'] }, '<pet><photoUrls>x</photoUrls></pet>'],
  [
    'an attribute',
    'Pet',
    { id: 7, photoUrls: ['x'] },
    '<pet id="7"><photoUrls>x</photoUrls></pet>',
  ],
  [
    'a name of its own',
    'Pet',
    { name: 'a & <b>', photoUrls: ['x'] },
    '<pet><called>a &amp; &lt;b&gt;</called><photoUrls>x</photoUrls></pet>',
  ],
  [
    'primitives and nothing',
    'Pet',
    { isGood: true, weight: null, photoUrls: ['x'] },
    '<pet><isGood>true</isGood><weight xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"></weight><photoUrls>x</photoUrls></pet>',
  ],
  [
    'an object in an object',
    'Pet',
    { category: { title: '' }, photoUrls: ['x', 'y'] },
    '<pet><category><title></title></category><photoUrls>x</photoUrls><photoUrls>y</photoUrls></pet>',
  ],
  ['an array without items', 'Pet', { photoUrls: [] }, '<pet></pet>'],
  [
    'wrapped items by their names',
    'Pet',
    { photoUrls: [], tags: [{ title: 'a' }, {}] },
    '<pet><tags><tag xmlns:t="urn:t" t:title="a"></tag><tag></tag></tags></pet>',
  ],
  ['a wrapped array without items', 'Pet', { photoUrls: [], tags: [] }, '<pet><tags></tags></pet>'],
  [
    'items by their names, not the array’s',
    'Pet',
    { photoUrls: [], odd: [1, 2] },
    '<pet><number>1</number><number>2</number></pet>',
  ],
  [
    'wrapped in a name of its own, with nothing in it',
    'Pet',
    { photoUrls: [], boxed: [1, null] },
    '<pet><box><boxed>1</boxed><boxed xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"></boxed></box></pet>',
  ],
  [
    'prefix and namespace',
    'Pet',
    { photoUrls: [], sample: 's' },
    '<pet><smp:sample xmlns:smp="http://x.test/s">s</smp:sample></pet>',
  ],
  [
    'a name that is none in XML',
    'Pet',
    { photoUrls: [], 'odd name': 's' },
    '<pet><odd_name>s</odd_name></pet>',
  ],
  [
    'what holds itself',
    'Pet',
    { photoUrls: [], children: [{ id: 1, photoUrls: [] }] },
    '<pet><pet id="1"></pet></pet>',
  ],
  ['an array as a whole', 'Pets', [{ photoUrls: [] }], '<Pets><pet></pet></Pets>'],
  ['an array of one number', 'Numbers', [1], '<Numbers><Numbers>1</Numbers></Numbers>'],
  ['a map', 'Map', { a: 1, b: 2 }, '<Map><a>1</a><b>2</b></Map>'],
  [
    'a list where an object is allowed, too',
    'Either',
    { many: [1, 2], plain: [3, 4] },
    '<Either><number>1</number><number>2</number><plain>3</plain><plain>4</plain></Either>',
  ],
  ['a list of one, or an object', 'Either', { many: [1] }, '<Either><number>1</number></Either>'],
  ['an empty list where an object is allowed, too', 'Either', { many: [] }, '<Either></Either>'],
  [
    'an object where a list is allowed, too',
    'Either',
    { many: { a: 1 }, plain: { b: '2' } },
    '<Either><many><a>1</a></many><plain><b>2</b></plain></Either>',
  ],
  [
    'null where a list and an object are allowed, too',
    'Either',
    { many: null },
    '<Either><number xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"></number></Either>',
  ],
  ['a text as a whole', 'Text', ' a ', '<Text> a </Text>'],
  ['a number as a whole', 'Amount', 1.5, '<Amount xmlns="urn:a">1.5</Amount>'],
  [
    'anything',
    'Open',
    { a: 'x', b: { c: ['1', '2'] } },
    '<Open><a>x</a><b><c>1</c><c>2</c></b></Open>',
  ],
];

describe('writeXml', () => {
  it.each(cases)('%s', (_, schema, value, text) => {
    expect(writeXml(schema, value)).toBe(head + text);
  });

  it('has a root without a schema', () => {
    expect(writeXml('none', { a: 1 })).toBe(`${head}<root><a>1</a></root>`);
  });

  it('sends a text that is XML as it is', () => {
    expect(writeXml('none', '<a/>')).toBe('<a/>');
    expect(writeXml('Text', '<a/>')).toBe('<a/>');
    expect(writeXml('Text', '<a')).toBe(`${head}<Text>&lt;a</Text>`);
  });
});

describe('readXml', () => {
  it.each(cases)('%s', (_, schema, value, text) => {
    expect(readXml(schema, text)).toEqual(value);
  });

  it.each<[string, string, string, JsonValue]>([
    [
      'white space between elements',
      'Pet',
      '<pet>\n  <isGood> true\n</isGood>\n</pet>',
      { isGood: true, photoUrls: [] },
    ],
    [
      'a root of any name and prefix',
      'Category',
      '<x:y xmlns:x="u"><x:title>a</x:title></x:y>',
      { title: 'a' },
    ],
    ['an attribute for an element', 'Category', '<c title="a"/>', { title: 'a' }],
    [
      'what JSON does not take for a number',
      'Numbers',
      '<Numbers><Numbers>007</Numbers></Numbers>',
      ['007'],
    ],
    ['an element of an unknown name', 'Category', '<c><x>1</x></c>', { x: '1' }],
    [
      'an element twice where one is meant',
      'Category',
      '<c><title>1</title><title>2</title></c>',
      { title: ['1', '2'] },
    ],
    ['no number where one is meant', 'Numbers', '<n><n>x</n></n>', ['x']],
    [
      'nothing where a number or nothing is meant',
      'Pet',
      '<pet><weight/></pet>',
      { weight: null, photoUrls: [] },
    ],
    ['a text where an object is meant', 'Category', '<c>text</c>', 'text'],
    [
      'text beside elements',
      'Category',
      '<c>text<title>a</title></c>',
      { title: 'a', '#text': 'text' },
    ],
    [
      'elements where a text is meant',
      'Pet',
      '<pet><called><b/></called></pet>',
      { name: { b: '' }, photoUrls: [] },
    ],
    ['a document where a text is meant', 'Text', '<a><b/></a>', '<a><b/></a>'],
    ['an object without anything', 'Category', '<c/>', {}],
    ['CDATA', 'Category', '<c><title>a<![CDATA[<b>]]>c</title></c>', { title: 'a<b>c' }],
  ])('%s', (_, schema, text, value) => {
    expect(readXml(schema, text)).toEqual(value);
  });

  it('names of JavaScript are data', () => {
    const value = readXml('Map', '<m><__proto__>1</__proto__><constructor>2</constructor></m>');
    expect(JSON.stringify(value)).toBe('{"__proto__":1,"constructor":2}');
  });

  it('reads what was written', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !/\p{C}/u.test(value));
    const pet = fc.letrec<{ pet: object }>((tie) => ({
      pet: fc.record(
        {
          id: fc.integer(),
          name: text,
          isGood: fc.boolean(),
          weight: fc.option(
            fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
          ),
          category: fc.record({ title: text }, { requiredKeys: [], noNullPrototype: true }),
          photoUrls: fc.array(text, { maxLength: 3 }),
          tags: fc.array(fc.record({ title: text }, { requiredKeys: [], noNullPrototype: true }), {
            maxLength: 3,
          }),
          odd: fc.array(fc.integer(), { minLength: 1, maxLength: 3 }),
          boxed: fc.array(fc.option(fc.integer()), { maxLength: 3 }),
          sample: text,
          'odd name': text,
          children: fc.array(tie('pet'), { minLength: 1, maxLength: 2, depthIdentifier: 'pet' }),
        },
        { requiredKeys: ['photoUrls'], noNullPrototype: true },
      ),
    })).pet;
    fc.assert(
      fc.property(pet, (value) => {
        // A trust edge: a record of the arbitraries above.
        const json = JSON.parse(JSON.stringify(value)) as JsonValue;
        expect(readXml('Pet', String(writeXml('Pet', json)))).toEqual(json);
      }),
      { numRuns: 200 },
    );
  });
});
