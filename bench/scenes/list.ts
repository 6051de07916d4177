import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { writeRecords } from '../fixtures.ts';
import { atMost } from '../goals.ts';
import { standInFor } from '../ours.ts';
import type { Load } from '../questions.ts';
import { numberedId, toLoad } from '../questions.ts';
import { measureRates } from '../rates.ts';
import type { Scene } from '../section.ts';
import { showMilliseconds } from '../table.ts';

const count = 100_000;
const connections = 4;
const colors = [
  'amber',
  'blue',
  'coral',
  'green',
  'ivory',
  'olive',
  'pink',
  'red',
  'teal',
  'white',
];
const plain = '20 of 100,000';
const sorted = '20 of 100,000, filtered and sorted';
const deep = '20 of 100,000, filtered and sorted, page 200';

/** A list out of many records. */
export const listScene: Scene = {
  name: 'list',
  about: '20 of 100,000 records, with filter and sort',
  async run(lab) {
    const folder = join(lab.folder, 'fixtures');
    await mkdir(folder);
    const contract = join(lab.folder, 'contract.json');
    await writeFile(contract, JSON.stringify(listContract));
    await writeRecords(join(folder, 'things.json'), makeThings());
    const subject = standInFor(contract, 'list', `--fixtures=${folder}`);
    const rates = await measureRates(lab, [
      { name: plain, subject, load: askEach(''), connections },
      { name: sorted, subject, load: askEach('sort=name'), connections },
      { name: deep, subject, load: askEach('sort=name&page=200'), connections },
    ]);
    const milliseconds = (rates.cost(sorted) ?? Number.NaN) / 1000;
    return {
      title: 'A list of many records',
      text: 'A tenth of the records passes the filter; the filter is another at each request.',
      tables: [rates.table([{ name: plain, title: 'the plain list' }])],
      goals: [
        atMost(
          'a list of 20 of 100,000 records with filter and sort',
          3,
          milliseconds,
          showMilliseconds,
        ),
      ],
    };
  },
};

/** Each color in turn; without anything to add, no color at all. */
function askEach(rest: string): Load {
  return toLoad(
    colors.map((color) => ({
      method: 'GET',
      path: `/things?${rest === '' ? '' : `color=${color}&${rest}&`}per_page=20`,
      headers: {},
      status: 200,
    })),
  );
}

function* makeThings(): Iterable<unknown> {
  for (let number = 0; number < count; number += 1) {
    const color = colors[number % colors.length];
    // Names in another order than the records.
    const name = `thing ${((number * 7919) % count).toString().padStart(6, '0')}`;
    yield { id: numberedId(3, number), name, color, weight: number };
  }
}

const thing = {
  type: 'object',
  required: ['id', 'name', 'color', 'weight'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string' },
    color: { type: 'string' },
    weight: { type: 'integer' },
  },
};
const reference = { $ref: '#/components/schemas/Thing' };
const answer = (schema: unknown): unknown => ({
  200: { description: 'ok', content: { 'application/json': { schema } } },
});
const query = (name: string, schema: unknown): unknown => ({ name, in: 'query', schema });

const listContract = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        parameters: [
          query('color', { type: 'string' }),
          query('sort', { type: 'string', enum: ['name', 'weight'] }),
          query('page', { type: 'integer', minimum: 1 }),
          query('per_page', { type: 'integer', minimum: 1, maximum: 100 }),
        ],
        responses: answer({ type: 'array', items: reference }),
      },
    },
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: answer(reference),
      },
    },
  },
  components: { schemas: { Thing: thing } },
};
