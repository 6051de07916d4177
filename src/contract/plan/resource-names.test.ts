import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import type { Line } from './plan.test-kit.ts';
import { listOf, plan, ref, spotsOf, targetsOf, wrap } from './plan.test-kit.ts';

const text = { type: 'string' };
const called = (description: string): JsonObject => ({ type: 'string', description });
const plotLines: readonly Line[] = [
  ['GET /v1/plots', listOf('Plot')],
  ['POST /v1/plots', ref('Plot'), ref('Plot')],
  ['GET /v1/plots/{plot}', ref('Plot')],
];
const bedLines: readonly Line[] = [
  ['GET /v1/plots/{plot}/beds', listOf('Bed')],
  ['GET /v1/plots/{plot}/beds/{bed}', ref('Bed')],
];
const plots = wrap({ name: called('Format: plots/{plot}'), uid: text, title: text });
const beds = wrap({ name: called('Format: plots/{plot}/beds/{bed}'), plant: text });

/** The collections with their keys and the form of their names: `plots.name plots/*`. */
async function namesOf(lines: readonly Line[], schemas: JsonObject): Promise<readonly string[]> {
  const { collections } = await plan(lines, schemas);
  return collections.map(({ name, key, nameForm }) =>
    [`${name}.${key?.join('.') ?? ''}`, ...(nameForm?.texts ?? [])].join(' '),
  );
}

describe('a name that is the path of its record', () => {
  it.each<[string, readonly Line[], JsonObject, readonly string[]]>([
    ['is the key, and no uid beside it', plotLines, { Plot: plots }, ['plots.name plots/']],
    [
      'has the parts of its parents',
      [...plotLines, ...bedLines],
      { Plot: plots, Bed: beds },
      ['plots.name plots/', 'beds.name plots/ /beds/'],
    ],
    [
      'may leave out what stands in front of its path',
      [
        ['GET /{area}/plots/{plot}', ref('Plot')],
        ['GET /{area}/plots', listOf('Plot')],
      ],
      { Plot: plots },
      ['plots.name plots/'],
    ],
    [
      'is none where the path has other words',
      [
        ['GET /v1/fields', listOf('Plot')],
        ['GET /v1/fields/{uid}', ref('Plot')],
      ],
      { Plot: plots },
      ['fields.uid'],
    ],
    [
      'is none where some paths leave out a parent that it has',
      [...plotLines, ...bedLines, ['GET /v1/beds', listOf('Bed')]],
      { Plot: plots, Bed: beds },
      ['plots.name plots/', 'beds.name'],
    ],
  ])('%s', async (_, lines, schemas, names) => {
    expect(await namesOf(lines, schemas)).toEqual(names);
  });

  it('tells the record from what stands beside it in a body', async () => {
    const made = wrap({ bed: ref('Bed'), token: text });
    const sent = wrap({ name: called('Format: plots/{plot}'), bed: ref('Bed') });
    const line = 'POST /v1/plots/{plot}/beds';
    const contract = await plan([...plotLines, ...bedLines, [line, made, sent]], {
      Plot: plots,
      Bed: beds,
    });
    expect(targetsOf(contract)[line]).toBe('create beds [0]');
    expect(spotsOf(contract, line)).toEqual(['/bed', '/bed']);
  });
});
