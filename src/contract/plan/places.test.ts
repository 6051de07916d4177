import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import type { Line } from './plan.test-kit.ts';
import { collectionsOf, listOf, objectOf, plan, ref, targetsOf } from './plan.test-kit.ts';

const schemas: JsonObject = {
  Guest: objectOf('id', 'name'),
  GuestForStaff: objectOf('id', 'name', 'email', 'debts'),
  GuestOfOldSystem: objectOf('id', 'name', 'number'),
  Door: objectOf('name', 'width'),
  Alarm: objectOf('id', 'guest_id', 'text'),
  AlarmsOfDay: objectOf('id', 'day', 'total'),
};

async function check(
  lines: readonly Line[],
  collections: readonly string[],
  targets: readonly string[],
): Promise<void> {
  const contract = await plan(lines, schemas);
  expect(collectionsOf(contract)).toEqual(collections);
  const found = targetsOf(contract);
  expect(lines.map(([line]) => found[line])).toEqual(targets);
}

describe('records at paths for clients and for others', () => {
  it.each<[string, readonly Line[], readonly string[], readonly string[]]>([
    [
      'are the same where one side shows more of them',
      [
        ['POST /admin/guests', ref('GuestForStaff'), ref('GuestForStaff')],
        ['GET /admin/guests/{id}', ref('GuestForStaff')],
        ['GET /api/v1/guests', listOf('Guest')],
        ['GET /api/v1/guests/{id}', ref('Guest')],
      ],
      ['guests: id <'],
      ['create guests []', 'read guests 0 []', 'list guests []', 'read guests 0 []'],
    ],
    [
      'are the same where one side only lists them',
      [
        ['POST /admin/guests', ref('GuestForStaff'), ref('GuestForStaff')],
        ['DELETE /admin/guests/{id}'],
        ['GET /guests', listOf('Guest')],
      ],
      ['guests: id <'],
      ['create guests []', 'delete guests 0 []', 'list guests []'],
    ],
    [
      'are others where each side shows something of its own',
      [
        ['GET /admin/guests/{id}', ref('GuestForStaff')],
        ['GET /guests/{id}', ref('GuestOfOldSystem')],
      ],
      ['admin.guests: id <', 'guests: id <'],
      ['read admin.guests 0 []', 'read guests 0 []'],
    ],
    [
      'are others in another version with another component',
      [
        ['GET /v1/guests/{id}', ref('Guest')],
        ['GET /v2/guests/{id}', ref('GuestForStaff')],
      ],
      ['guests: id <', 'v2.guests: id <'],
      ['read guests 0 []', 'read v2.guests 0 []'],
    ],
    [
      'are the same below any prefix where their component is, though their key is a name',
      [
        ['GET /house.example.com/doors/{name}', ref('Door')],
        ['DELETE /building/doors/{name}'],
        ['GET /building/doors/{name}', ref('Door')],
      ],
      ['doors: name <'],
      ['read doors 0 []', 'delete doors 0 []', 'read doors 0 []'],
    ],
    [
      'are found by their key and by the name that another path has for the same place',
      [
        ['GET /guests/{name}', ref('Guest')],
        ['PUT /guests/{id}', ref('Guest'), ref('Guest')],
      ],
      ['guests: id <'],
      ['read guests 0 []', 'replace guests 0 []'],
    ],
  ])('%s', async (_, lines, collections, targets) => {
    await check(lines, collections, targets);
  });
});

describe('a report under the name of records', () => {
  const alarms: readonly Line[] = [
    ['GET /alarms', listOf('Alarm')],
    ['GET /alarms/{id}', ref('Alarm')],
  ];
  it('lists the records where it shows their component', async () => {
    await check(
      [...alarms, ['GET /reports/alarms', listOf('Alarm')]],
      ['alarms: id <'],
      ['list alarms []', 'read alarms 0 []', 'list alarms []'],
    );
  });

  it('lists no records where it shows another', async () => {
    await check(
      [...alarms, ['GET /reports/alarms', listOf('AlarmsOfDay')]],
      ['alarms: id <'],
      ['list alarms []', 'read alarms 0 []', 'improvised'],
    );
  });
});

it('what is global has none of what stands in a region', async () => {
  const found = await plan(
    [
      ['POST /global/rules', ref('Rule'), ref('Rule')],
      ['GET /global/rules/{id}', ref('Rule')],
      ['POST /regions/{region}/rules', ref('Rule'), ref('Rule')],
      ['GET /regions/{region}/rules/{id}', ref('Rule')],
      ['GET /regions/{region}', objectOf('id', 'title')],
    ],
    { Rule: objectOf('id', 'name') },
  );
  const targets = targetsOf(found);
  expect(targets['GET /global/rules/{id}']).toBe('read rules 0 []');
  expect(targets['GET /regions/{region}/rules/{id}']).toBe('read regions.rules 1 [0]');
});
