import { describe, expect, it } from 'vitest';

import type { JsonObject } from './json.ts';
import type { NameForm } from './resource-names.ts';
import { nameWordsIn, parentInName, valueInPath, wholeName } from './resource-names.ts';

describe('the form of resource names', () => {
  it.each<[JsonObject, readonly (readonly string[])[]]>([
    [{ description: 'The name of the plot.\n Format: plots/{plot}' }, [['plots']]],
    [{ description: 'Names have the form `plots/{plot_id}/beds/{bed_id}`.' }, [['plots', 'beds']]],
    [
      { description: 'For example, plots/[PLOT_ID] or plots/*/beds/*.' },
      [['plots'], ['plots', 'beds']],
    ],
    [{ pattern: '^plots/[^/]+$' }, [['plots']]],
    [{ pattern: String.raw`^plots\/[a-z0-9-]{4,63}\/beds\/\d+$` }, [['plots', 'beds']]],
    [{ pattern: '^seed-plots/(.+)$' }, [['seed-plots']]],
    [{ example: 'plots/7' }, [['plots']]],
    [{ examples: ['plots/north/beds/3'] }, [['plots', 'beds']]],
    // Paths, addresses, parts of records and lists of choices are no names.
    [{ description: 'What GET /v1/plots/{plot} answers with.' }, []],
    [{ description: 'See https://example.org/plots/{plot}.' }, []],
    [{ description: 'Format: plots/{plot}/settings' }, []],
    [{ description: 'Sent to plots/{plot}:water' }, []],
    [{ description: 'The plot and/or its bed.' }, []],
    [{ pattern: '^[a-z]+/[a-z]+$' }, []],
    [{ pattern: '^plots/beds$' }, []],
    [{ pattern: 'plots/[^/]+' }, []],
    [{ example: 'plots' }, []],
    [{ example: 'North side / by the wall' }, []],
    [{ example: 'plots/7/beds' }, []],
    [{}, []],
  ])('of %j is %j', (schema, words) => {
    expect(nameWordsIn(schema)).toEqual(words);
  });
});

describe('a resource name', () => {
  const plots: NameForm = { texts: ['plots/'], parents: [] };
  const beds: NameForm = { texts: ['plots/', '/beds/'], parents: [1] };

  it.each<[NameForm | undefined, string, readonly (string | undefined)[], string]>([
    [plots, '7', [], 'plots/7'],
    [plots, 'plots/7', [], 'plots/7'],
    [beds, '3', ['x', '7'], 'plots/7/beds/3'],
    [beds, '3', ['x', 'plots/7'], 'plots/7/beds/3'],
    [beds, 'plots/7/beds/3', ['x', 'plots/7'], 'plots/7/beds/3'],
    // Nothing can be said without the parent, or of no record.
    [beds, '3', ['x', undefined], '3'],
    [plots, '', [], ''],
    [undefined, '7', [], '7'],
  ])('of %j by %j below %j is %j', (form, value, parents, name) => {
    expect(wholeName(form, value, parents)).toBe(name);
  });

  it('has the values of the path', () => {
    expect(valueInPath(beds, 'plots/7/beds/3')).toBe('3');
    expect(valueInPath(undefined, 'a/b')).toBe('a/b');
    expect(parentInName(beds, 'plots/7/beds/3', 1)).toBe('7');
    expect(parentInName(beds, 'plots/7/beds/3', 0)).toBeUndefined();
    expect(parentInName(undefined, 'plots/7', 0)).toBeUndefined();
  });
});
