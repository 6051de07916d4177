import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { parse } from 'yaml';

import { writeFixtures } from '../fixtures.ts';
import { atMost } from '../goals.ts';
import { standInFor } from '../ours.ts';
import { contractFile } from '../place.ts';
import { askPage } from '../questions.ts';
import { measureRates } from '../rates.ts';
import type { Scene } from '../section.ts';

const few = 'a contract of 2 operations';
const many = 'a contract of 1,100 operations';

/** Whether a bigger contract makes a request slower. */
export const operationsScene: Scene = {
  name: 'operations',
  about: 'GET with a contract of 2 and one of 1,100 operations',
  async run(lab) {
    const fixtures = `--fixtures=${await writeFixtures(join(lab.folder, 'fixtures'))}`;
    const file = join(lab.folder, 'many-operations.json');
    await writeFile(file, await makeContract(549));
    const rates = await measureRates(lab, [
      { name: few, subject: standInFor(contractFile, few, fixtures), load: [askPage] },
      { name: many, subject: standInFor(file, many, fixtures), load: [askPage] },
    ]);
    return {
      title: 'Many operations',
      text: 'The same GET, with its contract as it is, and between 1,098 others.',
      tables: [rates.table([{ name: few, title: '2 operations' }])],
      goals: [atMost('GET with 1,100 operations beside 2', 1.1, rates.ratio(few, many))],
    };
  },
};

/** The contract with others around it, some before and some after its own operations. */
async function makeContract(count: number): Promise<string> {
  // The contract is ours.
  const contract = parse(await readFile(contractFile, 'utf8')) as {
    readonly paths: Readonly<Record<string, unknown>>;
  };
  const others = Array.from({ length: count }, (_, number) => makeItem(number));
  const paths = Object.fromEntries([
    ...others.slice(0, count / 2),
    ...Object.entries(contract.paths),
    ...others.slice(count / 2),
  ]);
  return JSON.stringify({ ...contract, paths });
}

/** A GET and a PATCH of something else. */
function makeItem(number: number): readonly [string, unknown] {
  const content = {
    'application/json': {
      schema: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          name: { type: 'string' },
          [`member_${number}`]: { type: 'integer' },
        },
      },
    },
  };
  const parameter = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const responses = { 200: { description: 'ok', content } };
  const security = [{ apiKey: ['assets:write'] }];
  return [
    `/api/v1/things-${number}/{id}/`,
    {
      parameters: [parameter],
      get: { operationId: `getThing${number}`, security, responses },
      patch: { operationId: `changeThing${number}`, security, requestBody: { content }, responses },
    },
  ];
}
