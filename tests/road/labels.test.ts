import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';

const text = { type: 'string' };
const time = { type: ['string', 'null'], format: 'date-time', readOnly: true };
const words = ['Shipped', 'Pending', 'Cancelled', 'On Hold'];
const codes = [30, 10, 40, 25];

/** Parcels whose `status` has this schema, with actions on them. */
async function open(status: JsonObject): Promise<OpenRoad> {
  const properties = {
    id: { type: 'integer', readOnly: true },
    name: text,
    status: { ...status, readOnly: true },
    status_text: { type: ['string', 'null'], readOnly: true },
    cancelled_at: time,
  };
  const Parcel = { type: 'object', properties, required: Object.keys(properties) };
  const schema = { $ref: '#/components/schemas/Parcel' };
  const answer = (code: string, part: JsonObject): JsonObject => ({
    responses: { [code]: { description: '', content: { 'application/json': { schema: part } } } },
  });
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const requestBody = { content: { 'application/json': { schema } } };
  const act = { parameters: [id], post: answer('200', schema) };
  return openRoad({
    components: { schemas: { Parcel } },
    paths: {
      '/parcels': {
        get: answer('200', { type: 'array', items: schema }),
        post: { requestBody, ...answer('201', schema) },
      },
      '/parcels/{id}': { parameters: [id], get: answer('200', schema) },
      '/parcels/{id}/cancel': act,
      '/parcels/{id}/ship': act,
      '/parcels/{id}/hold': act,
    },
  });
}

const lines = codes.map((code, at) => `* \`${code}\` - ${words[at]}`);
const ofNumbers = { type: 'integer', enum: codes };
const ways: readonly (readonly [string, JsonObject])[] = [
  ['words', { ...text, enum: words }],
  ['x-enum-varnames', { ...ofNumbers, 'x-enum-varnames': words }],
  ['x-enumNames', { ...ofNumbers, 'x-enumNames': words }],
  ['x-enum-descriptions', { ...ofNumbers, 'x-enum-descriptions': words }],
  [
    'x-enum-labels by value',
    {
      ...ofNumbers,
      'x-enum-labels': { 10: 'Pending', 25: 'On Hold', 30: 'Shipped', 40: 'Cancelled' },
    },
  ],
  ['lines of its description', { ...ofNumbers, description: `What it is.\n\n${lines.join('\n')}` }],
  [
    'a sentence of its description',
    { ...ofNumbers, description: '30 = Shipped, 10 = Pending, 40 = Cancelled, 25 = On Hold' },
  ],
  [
    'short codes with a description',
    {
      ...text,
      enum: ['S', 'P', 'C', 'H'],
      description: 'S: Shipped\nP: Pending\nC: Cancelled\nH: On Hold',
    },
  ],
];

describe.each(ways)('a status told by %s', (_, status) => {
  const [shipped, pending, cancelled, held] = Array.isArray(status['enum']) ? status['enum'] : [];

  it('begins, is changed by actions, and dates what was done', async () => {
    const road = await open(status);
    const { json } = await road.send('POST', '/parcels', { body: { name: 'Vase' } });
    expect(json).toMatchObject({ status: pending, cancelled_at: null });
    const parcel = `/parcels/${String(Object(json).id)}`;
    for (const [deed, value] of [
      ['ship', shipped],
      ['hold', held],
      ['cancel', cancelled],
    ]) {
      expect((await road.send('POST', `${parcel}/${String(deed)}`)).json).toMatchObject({
        status: value,
      });
    }
    expect((await road.send('GET', parcel)).json).toMatchObject({ status: cancelled });
  });
});

describe('a status of numbers with labels', () => {
  const [, , , , , status = {}] = ways.map(([, one]) => one);

  it('is told in words beside it, in new records and in made-up ones', async () => {
    const road = await open(status);
    const { json } = await road.send('POST', '/parcels', { body: { name: 'Vase' } });
    expect(json).toMatchObject({ status: 10, status_text: 'Pending' });
    const parcel = `/parcels/${String(Object(json).id)}`;
    expect((await road.send('POST', `${parcel}/cancel`)).json).toMatchObject({
      status: 40,
      status_text: 'Cancelled',
    });
    const { json: all } = await road.send('GET', '/parcels');
    for (const one of Object.values(Object(all))) {
      const { status: code, status_text: told } = Object(one);
      expect(told).toBe(words[codes.indexOf(code)]);
    }
  });

  it('says nothing where a value has no label', async () => {
    const road = await open({ ...ofNumbers, description: lines.slice(1).join('\n') });
    const { json } = await road.send('POST', '/parcels', { body: { name: 'Vase' } });
    const parcel = `/parcels/${String(Object(json).id)}`;
    const { json: after } = await road.send('POST', `${parcel}/cancel`);
    expect(Object(after).status).toBe(Object(json).status);
  });
});
