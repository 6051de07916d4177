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
    made,
  }: { before?: JsonValue; sent?: JsonObject; isNew?: boolean; made?: JsonObject } = {},
): Promise<JsonValue | undefined> {
  const { documents, validators, part } = await loadSchemas({
    Thing: { type: 'object', properties: { [name]: schema } },
  });
  const facts = createStudy(documents)(part('Thing'));
  const old = before === undefined ? undefined : { [name]: before };
  return stamp(old ?? {}, facts, { now, isNew, before: old, sent, made, validators })[name];
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
    ['lent_at', moment, '2024-06-01T12:00:00.007Z'],
    ['issuedOn', { type: 'string', format: 'date' }, '2024-06-01'],
    ['lent_at', { type: ['string', 'null'], format: 'date-time' }, undefined],
    ['started_at', moment, undefined],
    ['due_on', moment, undefined],
    ['issue', number, undefined],
    ['start', number, undefined],
  ])('%s %j', async (name, schema, expected) => {
    expect(await stampOne(name, schema)).toEqual(expected);
  });

  it.each<[string, JsonObject, JsonValue, JsonValue]>([
    ['dueOn', { type: 'string', format: 'date' }, '2023-01-01', '2024-06-15'],
    ['payment_due_date', moment, '2023-01-01T00:00:00Z', '2024-06-15T12:00:00.007Z'],
    ['expires_at', number, 1_600_000_000, 1_718_452_800],
    ['valid_until', moment, '2023-01-01T00:00:00Z', '2024-06-15T12:00:00.007Z'],
    ['deadline', moment, '2023-01-01T00:00:00Z', '2024-06-15T12:00:00.007Z'],
    ['ends_at', moment, '2023-01-01T00:00:00Z', '2024-06-15T12:00:00.007Z'],
    ['started_at', moment, '2023-01-01T00:00:00Z', '2024-06-01T12:00:00.007Z'],
    ['start_date', moment, '2023-01-01T00:00:00Z', '2024-06-01T12:00:00.007Z'],
    ['ended_at', moment, '2023-01-01T00:00:00Z', '2023-01-01T00:00:00Z'],
    ['amount_due', number, 12, 12],
    ['due', number, 12, 12],
    ['end', number, 12, 12],
    [
      'due_on',
      { ...moment, default: '2023-01-01T00:00:00Z' },
      '2023-01-01T00:00:00Z',
      '2023-01-01T00:00:00Z',
    ],
    ['due_on', { type: ['string', 'null'], format: 'date-time' }, null, null],
  ])('%s %j, made up as %j, is %j', async (name, schema, made, expected) => {
    expect(
      await stampOne(name, schema, { before: made, isNew: true, made: { [name]: made } }),
    ).toEqual(expected);
  });

  it('and is due after what was sent for its beginning', async () => {
    const sent = { lent_at: '2024-07-01T00:00:00Z' };
    const own = { before: '2023-01-01', isNew: true, sent, made: { due_on: '2023-01-01' } };
    expect(await stampOne('due_on', { type: 'string', format: 'date' }, own)).toBe('2024-07-15');
  });

  it.each<[string, JsonValue]>([
    ['due_on', '2023-01-01'],
    ['lent_at', '2023-01-01'],
  ])('but not where a transition set %s', async (name, before) => {
    const own = { before, isNew: true, made: { [name]: '2025-01-01' } };
    expect(await stampOne(name, { type: 'string', format: 'date' }, own)).toBe(before);
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
