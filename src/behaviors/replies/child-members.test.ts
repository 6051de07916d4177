import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import type { Line } from '../../contract/plan/plan.test-kit.ts';
import { listOf, objectOf, plan, ref, wrap } from '../../contract/plan/plan.test-kit.ts';
import { indexContract } from '../contract-index.ts';
import { findChildMembers } from './child-members.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const named = (name: string): JsonObject => wrap({ id: text, name: text, [name]: text });

/** Lists and reads of records at a place. */
function at(place: string, schema: JsonObject, summary = ''): readonly Line[] {
  return [
    [`GET ${place}`, { type: 'array', items: schema }, undefined, { summary }],
    [`GET ${place}/{id}`, schema],
  ];
}

/** What the records called so show of others: `likes = clubs.likes`. */
async function shownBy(
  lines: readonly Line[],
  collection: string,
  schemas: JsonObject = {},
): Promise<readonly string[]> {
  const index = indexContract(await plan(lines, schemas));
  const own = index.collectionNamed(collection);
  const facts = own?.schema && index.study(own.schema);
  const found = own && facts ? findChildMembers(index, facts, own) : [];
  return found.map(({ child, list, count }) => `${list?.name ?? count ?? ''} = ${child.name}`);
}

const clubs = at('/clubs', wrap({ id: text, member_count: whole }));

describe('a count in a record', () => {
  it.each<[string, readonly Line[], readonly string[]]>([
    [
      'is that of what stands below it',
      [...clubs, ...at('/clubs/{club}/members', objectOf('id', 'name'))],
      ['member_count = members'],
    ],
    [
      'is not that of what stands below another record between them',
      [...clubs, ...at('/clubs/{club}/teams/{team}/members', objectOf('id', 'name'))],
      [],
    ],
    [
      'is that of records elsewhere that may name it',
      [...clubs, ...at('/members', named('club_id'))],
      ['member_count = members'],
    ],
    [
      'is not that of records elsewhere that never name it',
      [...clubs, ...at('/members', named('age'))],
      [],
    ],
    [
      'is that of the nearest of several',
      [
        ...at('/sport/clubs', wrap({ id: text, member_count: whole })),
        ...at('/sport/members', named('club')),
        ...at('/bank/members', named('club')),
      ],
      ['member_count = sport.members'],
    ],
    [
      'is that of none where several are as near',
      [...clubs, ...at('/bank/members', named('club')), ...at('/sport/members', named('club'))],
      [],
    ],
  ])('%s', async (_, lines, expected) => {
    expect(await shownBy(lines, 'clubs')).toEqual(expected);
  });

  it.each<[string, readonly string[]]>([
    ['Lists the fan notes of a film', ['fan_notes = notes']],
    ['Lists what was said of a film', []],
  ])('is the one that its list speaks of: %s', async (summary, expected) => {
    const film = wrap({ id: text, notes: whole, fan_notes: whole });
    const lines = [...at('/films', film), ...at('/films/{film}/notes', objectOf('id'), summary)];
    expect(await shownBy(lines, 'films')).toEqual(expected);
  });
});

describe('a list in a record', () => {
  const schemas = { Label: objectOf('id', 'name'), Pair: objectOf('id', 'name') };
  const labels: readonly Line[] = [
    ['GET /labels', listOf('Label')],
    ['GET /labels/{id}', ref('Label')],
    ['GET /gadgets', listOf('Pair')],
    ['GET /gadgets/{id}', ref('Pair')],
  ];

  it.each<[string, JsonObject, readonly string[]]>([
    [
      'has the records that it is called after',
      wrap({ id: text, labels: listOf('Label') }),
      ['labels = labels'],
    ],
    [
      'has the records of which its items have the component',
      wrap({ id: text, badges: listOf('Label') }),
      ['badges = labels'],
    ],
    ['has none that only share a component', wrap({ id: text, colours: listOf('Pair') }), []],
    [
      'is the list of a reply where nothing beside it has the key',
      wrap({ labels: listOf('Label') }),
      [],
    ],
  ])('%s', async (_, schema, expected) => {
    const lines: readonly Line[] = [...labels, ['GET /songs/{id}', schema]];
    expect(await shownBy(lines, 'songs', schemas)).toEqual(expected);
  });
});
