import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { loadSchemas } from '../../contract/contract-text.test-kit.ts';
import { createStudy } from '../../contract/schema/schema-facts.ts';
import { changeTimeOf, stamp } from './timestamps.ts';

const now = Date.UTC(2024, 5, 1, 12, 0, 0, 7);
const text = { type: 'string' };
const moment = { type: 'string', format: 'date-time' };
const number = { type: 'integer' };

async function stampOne(
  name: string,
  schema: JsonObject,
  {
    before,
    sent = {},
    isNew = before === undefined,
  }: { before?: JsonValue; sent?: JsonObject; isNew?: boolean } = {},
): Promise<JsonValue | undefined> {
  const { documents, validators, part } = await loadSchemas({
    Thing: { type: 'object', properties: { [name]: schema } },
  });
  const facts = createStudy(documents)(part('Thing'));
  const old = before === undefined ? undefined : { [name]: before };
  return stamp(old ?? {}, facts, { now, isNew, before: old, sent, validators })[name];
}

describe('a new record says when it was made', () => {
  it.each<[string, JsonObject, JsonValue | undefined]>([
    ['created_at', moment, '2024-06-01T12:00:00.007Z'],
    ['createdAt', moment, '2024-06-01T12:00:00.007Z'],
    ['creationTimestamp', moment, '2024-06-01T12:00:00.007Z'],
    ['date_created', moment, '2024-06-01T12:00:00.007Z'],
    ['updated_at', moment, '2024-06-01T12:00:00.007Z'],
    ['modified', { type: 'string', format: 'date' }, '2024-06-01'],
    ['date', { ...moment, description: 'The date the note was sent.' }, '2024-06-01T12:00:00.007Z'],
    ['date', { ...moment, description: 'The date of the party.' }, undefined],
    ['created', number, 1_717_243_200],
    ['created_ms', { ...number, description: 'In milliseconds.' }, undefined],
    ['createdAt', { ...number, description: 'In milliseconds.' }, now],
    ['created_at', text, '2024-06-01T12:00:00.007Z'],
    ['created_at', { ...text, pattern: String.raw`^[^.]*Z$` }, '2024-06-01T12:00:00Z'],
    ['date_created', { ...text, format: 'date-time-rfc-2822' }, 'Sat, 01 Jun 2024 12:00:00 +0000'],
    ['created_at', { type: ['string', 'null'], format: 'date-time' }, '2024-06-01T12:00:00.007Z'],
    ['created', { type: 'boolean' }, undefined],
    ['created_by', text, undefined],
    ['creation', text, undefined],
    ['update', text, undefined],
    ['published_at', moment, undefined],
  ])('%s %j', async (name, schema, expected) => {
    expect(await stampOne(name, schema)).toEqual(expected);
  });

  it('but not where that was sent', async () => {
    expect(await stampOne('created_at', moment, { sent: { created_at: 'x' } })).toBeUndefined();
  });
});

describe('a change', () => {
  it.each<[string, JsonObject, JsonValue, JsonValue]>([
    ['updated_at', moment, '2020-01-01T00:00:00Z', '2024-06-01T12:00:00.007Z'],
    ['updated_at', moment, '2024-06-01T12:00:00.007Z', '2024-06-01T12:00:00.008Z'],
    ['updated_at', moment, '2030-01-01T00:00:00Z', '2030-01-01T00:00:00.001Z'],
    ['updated', number, 1_717_243_200, 1_717_243_201],
    ['updated', number, now, now + 1],
    ['modified', { type: 'string', format: 'date' }, '2024-06-01', '2024-06-01'],
    ['modified', { type: 'string', format: 'date' }, '2030-06-01', '2030-06-01'],
    ['created_at', moment, '2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z'],
  ])('moves %s %j on from %j to %j', async (name, schema, before, after) => {
    expect(await stampOne(name, schema, { before })).toEqual(after);
  });
});

describe('the time of the last change', () => {
  it.each<[JsonObject, number | undefined]>([
    [
      { created_at: '2024-01-01T00:00:00Z', updated_at: '2024-01-02T00:00:00Z' },
      Date.UTC(2024, 0, 2),
    ],
    [{ created_at: '2024-01-01T00:00:00Z' }, Date.UTC(2024, 0, 1)],
    [{ modified: 1_717_243_200 }, 1_717_243_200_000],
    [{ updated_at: 'never' }, undefined],
    [{}, undefined],
  ])('of %j', (record, time) => {
    expect(changeTimeOf(record)).toBe(time);
  });
});
