import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import type { Line } from './plan.test-kit.ts';
import { objectOf, plan, wrap } from './plan.test-kit.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };

/** What the last collection takes for the key of its last parent. */
async function memberOf(lines: readonly Line[]): Promise<string | undefined> {
  const { collections } = await plan(lines);
  return collections.at(-1)?.parents.at(-1)?.member;
}

function below(place: string, above: JsonObject, own: JsonObject): readonly Line[] {
  return [
    [`GET ${place}`, wrap(above)],
    [`GET ${place}/parts/{part}`, wrap({ part: text, ...own })],
  ];
}

describe('the member of a record that names its parent', () => {
  it.each<[string, readonly Line[], string]>([
    [
      'has its noun and its key',
      below('/halls/{id}', { id: text }, { hall_id: text, hall: text }),
      'hall_id',
    ],
    ['has its noun alone', below('/halls/{hall_id}', { id: text }, { hall: text }), 'hall'],
    [
      'has its noun and "id", where nothing shows the parent',
      [['GET /halls/{id}/parts/{part}', wrap({ part: text, hall: text, hallId: text })]],
      'hallId',
    ],
    [
      'is what the path calls it, also where requests send it',
      [
        ['GET /halls/{hall_id}', objectOf('id', 'title')],
        ['PUT /halls/{hall_id}/plan', objectOf('hall', 'text'), objectOf('hall', 'text')],
        ['GET /halls/{hall_id}/plan', objectOf('hall', 'text')],
      ],
      'hall',
    ],
    [
      'shortens its noun',
      below('/applications/{id}', { id: text }, { appid: text, text }),
      'appid',
    ],
  ])('%s', async (_, lines, member) => {
    expect(await memberOf(lines)).toBe(member);
  });

  it.each<[string, readonly Line[]]>([
    [
      'has its noun, where the parent itself has another member of that name',
      below('/halls/{hall_id}', { id: text, hall: text }, { hall: text }),
    ],
    [
      'has its noun, where its key is a number and the member a text',
      below('/halls/{hall_id}', { id: whole }, { hall: text }),
    ],
    [
      'has its name, where the path has its id',
      below('/halls/{hallId}', { name: text }, { hall_name: text }),
    ],
    [
      'has the first word of a longer noun',
      below('/hall-keepers/{id}', { id: text }, { hall_id: text }),
    ],
    [
      'may be sent as something else',
      [
        ['GET /halls/{h}/ways/{way_kind}', objectOf('wayKind', 'title')],
        ['GET /halls/{h}/ways/{way_kind}/exit', objectOf('wayKind', 'text')],
        [
          'PUT /halls/{h}/ways/{way_kind}/exit',
          objectOf('wayKind', 'text'),
          objectOf('wayKind', 'text'),
        ],
      ],
    ],
  ])('is none that %s', async (_, lines) => {
    expect(await memberOf(lines)).toBeUndefined();
  });
});
