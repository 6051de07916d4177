import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { loadSchemas } from '../../contract/contract-text.test-kit.ts';
import type { Direction } from './schema-types.ts';
import { createTypeWriter } from './schema-types.ts';

async function typeOf(
  schema: JsonObject,
  direction: Direction = 'Schemas',
  others: JsonObject = {},
): Promise<string> {
  const { documents, part } = await loadSchemas({ ...others, Tried: schema });
  return createTypeWriter(documents).typeOf(part('Tried'), direction);
}

describe('the type of a schema', () => {
  it.each<readonly [string, JsonObject, string]>([
    ['nothing', {}, 'unknown'],
    ['a text', { type: 'string', format: 'date' }, 'string'],
    ['a whole number', { type: 'integer' }, 'number'],
    ['several types', { type: ['string', 'null'] }, 'string | null'],
    ['listed values', { enum: ['a', 1, null] }, '"a" | 1 | null'],
    ['listed values of a type', { type: 'string', enum: ['a', null] }, '"a"'],
    ['a constant', { const: true }, 'true'],
    ['a list', { type: 'array', items: { type: 'string' } }, 'string[]'],
    [
      'a list of several',
      { type: 'array', items: { type: ['string', 'null'] } },
      '(string | null)[]',
    ],
    ['a list of anything', { type: 'array' }, 'unknown[]'],
    [
      'a tuple',
      { prefixItems: [{ type: 'string' }, { type: ['number', 'null'] }], items: false },
      '[string?, (number | null)?]',
    ],
    ['members without a type', { properties: { a: {} } }, '{\n  a?: unknown;\n}'],
    [
      'required members',
      { properties: { a: { type: 'string' }, 'b-c': {} }, required: ['a', 'd'] },
      '{\n  a: string;\n  "b-c"?: unknown;\n  d: {} | null;\n}',
    ],
    ['a map', { additionalProperties: { type: 'number' } }, '{\n  [name: string]: number;\n}'],
    ['no member at all', { type: 'object', additionalProperties: false }, '{}'],
    [
      'members and others',
      { properties: { a: { type: 'number' } }, additionalProperties: { type: 'string' } },
      '{\n  a?: number;\n  [name: string]: unknown;\n}',
    ],
    ['alternatives', { oneOf: [{ type: 'string' }, { type: 'number' }] }, 'string | number'],
    [
      'all of several',
      { allOf: [{ properties: { a: {} } }, { anyOf: [{ const: 1 }, { const: 2 }] }] },
      '{\n  a?: unknown;\n} & (1 | 2)',
    ],
    ['null beside alternatives', { type: 'null', oneOf: [{ type: 'string' }] }, 'null'],
  ])('is that of %s', async (_, schema, type) => {
    expect(await typeOf(schema)).toBe(type);
  });

  it('leaves out what goes the other way', async () => {
    const marked: JsonObject = {
      properties: {
        id: { type: 'number', readOnly: true },
        name: { type: 'string' },
        password: { $ref: '#/components/schemas/Secret' },
      },
      required: ['id', 'name', 'password'],
    };
    const others = { Secret: { type: 'string', writeOnly: true } };
    expect(await typeOf(marked, 'Schemas', others)).toBe('{\n  id: number;\n  name: string;\n}');
    expect(await typeOf(marked, 'Sent', others)).toBe(
      '{\n  name: string;\n  password: Sent["Secret"];\n}',
    );
    expect(await typeOf(marked, 'Stored', others)).toBe(
      '{\n  id: number;\n  name: string;\n  password: Stored["Secret"];\n}',
    );
  });

  it('tells a description in one line, which can end no comment', async () => {
    const description = `A name.\n*/ It is ${'long '.repeat(60)}`;
    const text = await typeOf({ properties: { a: { description, type: 'string' } } });
    expect(text).toMatch(
      /^\{\n {2}\/\*\* A name\. \* \/ It is (long )+l?o?n?g?… \*\/\n {2}a\?: string;\n\}$/,
    );
  });
});

describe('the interfaces of schemas', () => {
  it('have each schema once, also one that contains itself', async () => {
    const { documents, part } = await loadSchemas({
      Tree: {
        properties: { below: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
      },
      Tried: { $ref: '#/components/schemas/Tree' },
    });
    const writer = createTypeWriter(documents);
    expect(writer.typeOf(part('Tried'), 'Schemas')).toBe('Schemas["Tree"]');
    expect(writer.typeOf(part('Tried'), 'Sent')).toBe('Schemas["Tree"]');
    expect(writer.interfaces()).toBe(
      '/** What replies and records have. */\nexport interface Schemas {\n  Tree: {\n    below?: Schemas["Tree"][];\n  };\n}\n',
    );
  });

  it('tell two of the same name apart as `GET /operations/{id}` does', async () => {
    const { documents, part } = await loadSchemas({
      Lamp: { type: 'string' },
      Shade: { $defs: { Lamp: { type: 'number' } } },
      Tried: {
        properties: {
          lamp: { $ref: '#/components/schemas/Lamp' },
          shade: { $ref: '#/components/schemas/Shade/$defs/Lamp' },
        },
      },
    });
    const writer = createTypeWriter(documents);
    expect(writer.typeOf(part('Tried'), 'Schemas')).toBe(
      '{\n  lamp?: Schemas["Lamp"];\n  shade?: Schemas["Lamp-2"];\n}',
    );
    expect(writer.interfaces()).toContain('  Lamp: string;\n  "Lamp-2": number;\n');
  });

  it('end a circle without a member in it', async () => {
    const { documents, part } = await loadSchemas({
      Value: { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/Other' }] },
      Other: { allOf: [{ $ref: '#/components/schemas/Value' }] },
      Tried: { $ref: '#/components/schemas/Value' },
    });
    const writer = createTypeWriter(documents);
    writer.typeOf(part('Tried'), 'Schemas');
    expect(writer.interfaces()).toContain('Value: unknown;');
  });
});
