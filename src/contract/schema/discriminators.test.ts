import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { loadSchemas, loadText, contractText } from '../contract-text.test-kit.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };

const cat = {
  type: 'object',
  required: ['kind', 'lives'],
  properties: { kind: text, lives: { type: 'integer' } },
};
const dog = {
  type: 'object',
  required: ['kind', 'breed'],
  properties: { kind: text, breed: text },
};
const pets = { Cat: cat, Dog: dog };
const discriminator = { propertyName: 'kind' };

async function faultsOf(
  schema: JsonObject,
  value: JsonValue,
  more: JsonObject = {},
): Promise<readonly string[]> {
  const { validators, part } = await loadSchemas({ ...pets, ...more, It: schema });
  const check = validators.check(part('It'), 'rest');
  expect(check.defect?.()).toBeUndefined();
  return check(value).map(({ pointer, message }) => `${pointer} ${message}`);
}

describe.each(['oneOf', 'anyOf'])('a discriminator of %s', (keyword) => {
  const either = { [keyword]: [ref('Cat'), ref('Dog')], discriminator };
  const mapped = (mapping: JsonObject) => ({
    ...either,
    discriminator: { ...discriminator, mapping },
  });

  it.each<[string, JsonObject, JsonValue]>([
    ['the name of a schema', either, { kind: 'Cat', lives: 9 }],
    ['a mapped value', mapped({ cat: '#/components/schemas/Cat' }), { kind: 'cat', lives: 9 }],
    ['a value mapped to a name', mapped({ cat: 'Cat' }), { kind: 'cat', lives: 9 }],
    ['the name in spite of a mapping', mapped({ cat: 'Cat' }), { kind: 'Dog', breed: 'x' }],
    ['what fits both', either, { kind: 'Cat', lives: 9, breed: 'x' }],
    ['a mapping that changes names', mapped({ Cat: 'Dog' }), { kind: 'Cat', breed: 'x' }],
  ])('takes %s', async (_, schema, value) => {
    expect(await faultsOf(schema, value)).toEqual([]);
  });

  it('tells only the faults of the one that is named', async () => {
    expect(await faultsOf(either, { kind: 'Cat', lives: 'x' })).toEqual([
      '/lives must be an integer, but is the string "x"',
    ]);
    expect(await faultsOf({ items: either }, [{ kind: 'Dog' }])).toEqual([
      '/0/breed is required, but missing',
    ]);
  });

  it.each<[string, JsonObject, JsonValue, string]>([
    [
      'names',
      either,
      { kind: 'Cow' },
      '/kind must be one of ["Cat","Dog"], but is the string "Cow"',
    ],
    [
      'mapped values',
      mapped({ cat: 'Cat', dog: 'Dog' }),
      { kind: 'Cow' },
      '/kind must be one of ["cat","dog"], but is the string "Cow"',
    ],
    [
      'names where it is no text',
      either,
      { kind: 7 },
      '/kind must be one of ["Cat","Dog"], but is the number 7',
    ],
    [
      'names where it is missing',
      either,
      { lives: 9 },
      '/kind is missing, and tells which schema applies: one of ["Cat","Dog"]',
    ],
  ])('lists the %s', async (_, schema, value, fault) => {
    expect(await faultsOf(schema, value)).toEqual([fault]);
  });

  it('knows the values that a schema itself allows', async () => {
    const schema = {
      [keyword]: [
        { ...cat, properties: { ...cat.properties, kind: { const: 'cat' } } },
        { allOf: [ref('Dog'), { properties: { kind: { enum: ['dog', 'puppy'] } } }] },
      ],
      discriminator,
    };
    expect(await faultsOf(schema, { kind: 'puppy', breed: 'x' })).toEqual([]);
    expect(await faultsOf(schema, { kind: 'puppy' })).toEqual(['/breed is required, but missing']);
    expect(await faultsOf(schema, { kind: 'cow' })).toEqual([
      '/kind must be one of ["cat","dog","puppy"], but is the string "cow"',
    ]);
  });

  it('leaves alone what is no object', async () => {
    const schema = { ...either, [keyword]: [ref('Cat'), ref('Dog'), { type: 'null' }] };
    expect(await faultsOf(schema, null)).toEqual([]);
    expect(await faultsOf(schema, { kind: 'Cow' })).toHaveLength(1);
    expect(await faultsOf(schema, 7)).toHaveLength(1);
  });

  it.each<[string, JsonObject]>([
    ['maps to nowhere', mapped({ cow: '#/components/schemas/Cow', cat: 'Nobody' })],
    ['maps to what is no alternative', mapped({ cow: '#/components/schemas/It' })],
    ['names no member', { ...either, discriminator: {} }],
    ['is a text', { ...either, discriminator: 'kind' }],
    ['has alternatives without names', { [keyword]: [cat, dog], discriminator }],
  ])('changes nothing where it %s', async (_, schema) => {
    expect(await faultsOf(schema, { kind: 'cow', lives: 9 })).toEqual([]);
    expect(await faultsOf(schema, { kind: 'cow' })).toEqual([
      expect.stringMatching(/^ must match .* nearest: .* is required, but missing/),
    ]);
  });

  it('lets an alternative that has alternatives say for itself', async () => {
    const schema = { [keyword]: [ref('Pet'), ref('Car')], discriminator };
    const more = { Pet: either, Car: { type: 'object', required: ['wheels'] } };
    expect(await faultsOf(schema, { kind: 'Cat', lives: 9 }, more)).toEqual([]);
    expect(await faultsOf(schema, { kind: 'Cow', lives: 9 }, more)).toHaveLength(1);
  });

  it('counts for members that nobody has looked at', async () => {
    const schema = { ...either, unevaluatedProperties: false };
    expect(await faultsOf(schema, { kind: 'Cat', lives: 9 })).toEqual([]);
    expect(await faultsOf(schema, { kind: 'Cat', lives: 9, breed: 'x' })).toEqual([
      '/breed is not known here',
    ]);
  });

  it('is turned round by "not"', async () => {
    const schema = { not: either, required: ['size'] };
    expect(await faultsOf(schema, { kind: 'Cat', size: 1 })).toEqual([]);
    expect(await faultsOf(schema, { kind: 'Cat', lives: 9, size: 1 })).toHaveLength(1);
    expect(await faultsOf(schema, { kind: 'Cow', size: 1 })).toEqual([]);
    expect(await faultsOf(schema, { kind: 'Cat', lives: 9 })).toHaveLength(2);
  });
});

it('a discriminator reaches into other files', async () => {
  const contract = await loadText(
    contractText(
      {},
      {
        components: {
          schemas: {
            Pet: {
              oneOf: [{ $ref: 'pets.yaml#/Cat' }, { $ref: './dog.yaml' }],
              discriminator: { propertyName: 'kind', mapping: { cat: './pets.yaml#/Cat' } },
            },
          },
        },
      },
    ),
    { 'pets.yaml': JSON.stringify(pets), 'dog.yaml': JSON.stringify(dog) },
  );
  const { documents, validators } = contract;
  const part = documents.at(documents.root, 'components', 'schemas', 'Pet');
  const check = part && validators.check(part, 'rest');
  expect(check?.({ kind: 'cat', lives: 9 })).toEqual([]);
  expect(check?.({ kind: 'dog', breed: 'x' })).toEqual([]);
  expect(check?.({ kind: 'cow' })).toMatchObject([
    { pointer: '/kind', message: 'must be one of ["cat","dog"], but is the string "cow"' },
  ]);
});

describe('a base that has subtypes', () => {
  const base = {
    type: 'object',
    required: ['kind'],
    properties: { kind: text, friend: ref('Pet') },
  };
  const more = {
    Pet: { ...base, discriminator },
    Cat: { allOf: [ref('Pet'), cat] },
    Dog: { allOf: [ref('Pet'), dog] },
    Poodle: { allOf: [ref('Dog'), { required: ['curls'] }] },
  };

  it.each<[string, JsonValue, readonly string[]]>([
    ['a value to the one that it names', { kind: 'Cat' }, ['/lives is required, but missing']],
    [
      'and to the base',
      { kind: 'Cat', lives: 9, friend: 1 },
      ['/friend must be an object, but is the number 1'],
    ],
    ['a subtype of a subtype', { kind: 'Poodle', breed: 'x' }, ['/curls is required, but missing']],
    [
      'what is inside',
      { kind: 'Cat', lives: 9, friend: { kind: 'Dog' } },
      ['/friend/breed is required, but missing'],
    ],
    [
      'after what is inside',
      { kind: 'Dog', friend: { kind: 'Cat', lives: 1 } },
      ['/breed is required, but missing'],
    ],
    ['what fits', { kind: 'Dog', breed: 'x' }, []],
    ['what it doesn’t know to the base alone', { kind: 'Cow' }, []],
  ])('holds %s', async (_, value, faults) => {
    expect(await faultsOf(ref('Pet'), value, more)).toEqual(faults);
  });

  it('does not choose again for what is a subtype already', async () => {
    expect(await faultsOf(ref('Dog'), { kind: 'Dog' }, more)).toEqual([
      '/breed is required, but missing',
    ]);
    expect(await faultsOf(ref('Dog'), { kind: 'Cat', breed: 'x' }, more)).toEqual([]);
  });

  it('may say so in one of its parts', async () => {
    const inPart = { ...more, Pet: { allOf: [base, { discriminator }] } };
    expect(await faultsOf(ref('Pet'), { kind: 'Cat' }, inPart)).toEqual([
      '/lives is required, but missing',
    ]);
    expect(await faultsOf(ref('Pet'), { kind: 'Cat', lives: 9 }, inPart)).toEqual([]);
    expect(await faultsOf(ref('Pet'), { kind: 'Pet' }, inPart)).toEqual([]);
    expect(await faultsOf(ref('Cat'), { kind: 'Dog', lives: 9 }, inPart)).toEqual([]);
  });

  it('reads a mapping', async () => {
    const mapping = {
      cat: '#/components/schemas/Cat',
      Dog: '#/components/schemas/Nobody',
      pet: 'Pet',
    };
    const mapped = { ...more, Pet: { ...base, discriminator: { ...discriminator, mapping } } };
    expect(await faultsOf(ref('Pet'), { kind: 'cat' }, mapped)).toHaveLength(1);
    expect(await faultsOf(ref('Pet'), { kind: 'Dog' }, mapped)).toEqual([]);
    expect(await faultsOf(ref('Pet'), { kind: 'pet' }, mapped)).toEqual([]);
  });

  it('may list them as alternatives', async () => {
    const listed = { ...more, Pet: { ...base, oneOf: [ref('Cat'), ref('Dog')], discriminator } };
    expect(await faultsOf(ref('Pet'), { kind: 'Cat', lives: 9 }, listed)).toEqual([]);
    expect(await faultsOf(ref('Pet'), { kind: 'Cat' }, listed)).toEqual([
      '/lives is required, but missing',
    ]);
    expect(await faultsOf(ref('Cat'), { kind: 'Cat' }, listed)).toEqual([
      '/lives is required, but missing',
    ]);
    expect(await faultsOf(ref('Pet'), { kind: 'Cow' }, listed)).toHaveLength(1);
    const { discriminator: _, ...without } = listed.Pet;
    expect(await faultsOf(ref('Pet'), { kind: 'x', lives: 9 }, { ...more, Pet: without })).toEqual(
      [],
    );
  });
});
