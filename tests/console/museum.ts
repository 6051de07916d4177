import type { Shop } from './shop.ts';
import { openShop } from './shop.ts';

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const parameter = (name: string): object => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
});

/** Two methods of a list, and three of each of its records. */
function pathsOf(path: string, key: string, schema: string, above: readonly string[]): object {
  const shared = { parameters: above.map(parameter) };
  const one = { 200: { description: 'One', ...json(ref(schema)) } };
  return {
    [path]: {
      ...shared,
      get: {
        operationId: `list${schema}s`,
        responses: { 200: { description: 'All', ...json({ type: 'array', items: ref(schema) }) } },
      },
      post: {
        operationId: `create${schema}`,
        requestBody: json(ref(schema)),
        responses: { 201: { description: 'New', ...json(ref(schema)) } },
      },
    },
    [`${path}/{${key}}`]: {
      parameters: [...above, key].map(parameter),
      get: { operationId: `get${schema}`, responses: one },
      delete: { operationId: `delete${schema}`, responses: { 204: { description: 'Gone' } } },
    },
  };
}

/** A contract with all kinds of members, records below records, and references. */
const contract = {
  openapi: '3.1.0',
  info: { title: 'Museum', version: '1' },
  paths: {
    ...pathsOf('/artists', 'artist_id', 'Artist', []),
    ...pathsOf('/halls', 'hall_id', 'Hall', []),
    ...pathsOf('/halls/{hall_id}/works', 'work_id', 'Work', ['hall_id']),
  },
  components: {
    schemas: {
      Artist: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'string' }, name: { type: 'string' } },
      },
      Hall: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'string' }, name: { type: 'string', minLength: 2 } },
      },
      Work: {
        type: 'object',
        required: ['id', 'title'],
        properties: {
          id: { type: 'string' },
          title: { type: 'string', minLength: 1, maxLength: 6000 },
          kind: { type: 'string', enum: ['painting', 'sculpture', 'print'] },
          price: { type: 'number', minimum: 0 },
          currency: { type: 'string' },
          is_shown: { type: 'boolean' },
          acquired_at: { type: 'string', format: 'date-time' },
          image_url: { type: 'string', format: 'uri' },
          artist_id: { type: 'string' },
          tags: { type: 'array', items: { type: 'string' } },
          size: {
            type: 'object',
            properties: { width: { type: 'integer' }, height: { type: 'integer' } },
          },
          note: { type: ['string', 'null'] },
        },
      },
    },
  },
};

export interface Museum extends Shop {
  /** Writes collections as a test would, without a check. */
  put(this: void, collections: Readonly<Record<string, readonly object[]>>): Promise<void>;
}

const artists = [
  { id: 'a1', name: 'Ada Moss' },
  { id: 'a2', name: 'Bo Reed' },
];
const halls = [
  { id: 'east', name: 'East hall' },
  { id: 'west', name: 'West hall' },
];
const works = ['Dawn', 'Noon', 'Dusk', 'Night'].map((title, at) => ({
  hall_id: at < 3 ? 'east' : 'west',
  id: `w${at + 1}`,
  title,
  kind: at % 2 === 0 ? 'painting' : 'print',
  price: 1000 * (4 - at),
  currency: 'EUR',
  is_shown: at !== 2,
  acquired_at: `2024-0${at + 1}-03T09:14:07Z`,
  image_url: 'http://127.0.0.1:4010/_stuntdouble/files/work.png',
  artist_id: at < 2 ? 'a1' : 'a2',
  tags: ['oil', 'large'],
  size: { width: 40, height: 30 + at },
  note: null,
}));

export async function openMuseum(): Promise<Museum> {
  const shop = await openShop({ contract });
  const put: Museum['put'] = async (collections) => {
    const reply = await shop.ask('PUT', '/_mock/state?check=false', collections);
    if (!reply.ok) throw new Error(await reply.text());
  };
  await put({ artists, halls, works });
  return { ...shop, put };
}
