import { resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { StuntdoubleOptions } from './plugin-options.ts';
import { readPluginOptions } from './plugin-options.ts';

const here = process.cwd();

describe('the options of the plugin', () => {
  it('are those of createMock, and how the run is judged', () => {
    const { mock, report } = readPluginOptions(
      {
        contract: 'my-api.yaml',
        seed: 'x',
        failOn: ['violations', 'breach'],
        minCoverage: 'operations=80,statuses=50',
        format: ['table', 'junit=report.xml'],
      },
      here,
    );
    expect(mock).toEqual({ contract: 'my-api.yaml', seed: 'x' });
    expect([...report.failOn]).toEqual(['violations', 'breach']);
    expect([...report.minimums]).toEqual([
      ['operations', 80],
      ['statuses', 50],
    ]);
    expect(report.formats).toEqual([
      { format: 'table', file: undefined },
      { format: 'junit', file: 'report.xml' },
    ]);
  });

  it('print no report that is not asked for', () => {
    expect(readPluginOptions({ failOn: 'breach' }, here).report.formats).toEqual([]);
  });

  it('name files from the root of the project', () => {
    const { mock, report } = readPluginOptions(
      {
        contract: ['a.yaml', 'https://example.com/b.yaml', { openapi: '3.1.0', info: {} }],
        fixtures: resolve('/', 'elsewhere'),
        overlay: new URL('file:///c.yaml'),
        failOn: 'violations',
        baseline: 'known.json',
        format: 'json=out/report.json',
      },
      resolve('packages/app'),
    );
    expect(mock).toEqual({
      contract: [
        'packages/app/a.yaml',
        'https://example.com/b.yaml',
        { openapi: '3.1.0', info: {} },
      ],
      fixtures: expect.stringMatching(/^(\.\.\/)+elsewhere$/),
      overlay: new URL('file:///c.yaml'),
    });
    expect(report.baseline).toBe('packages/app/known.json');
    expect(report.formats).toEqual([{ format: 'json', file: 'packages/app/out/report.json' }]);
  });

  it.each<[given: unknown, message: string]>([
    [{ failOn: 'violation' }, 'failOn takes violations, unmatched'],
    [{ minCoverage: 'operations' }, 'minCoverage takes a kind and a number'],
    [{ format: 'xml' }, 'format must be one of table, json'],
    [{ baseline: 'a.json' }, 'baseline lets known violations pass, but none fails: add failOn'],
    [{ control: false }, 'the option "control" can\'t be false here'],
    [{ failon: 'x' }, 'the plugin stuntdouble has no option "failon": did you mean "failOn"?'],
    [
      { kontract: 'x' },
      'the plugin stuntdouble has no option "kontract": did you mean "contract"?',
    ],
    [{ port: 1 }, 'the plugin stuntdouble has no option "port": its server listens on a free port'],
    [{ world: 'a' }, 'the plugin stuntdouble has no option "world": each test has a world of its'],
    [{ count: 1 }, 'the plugin stuntdouble has no option "count": world.seed({ count }) takes it.'],
    ['a.yaml', 'the plugin stuntdouble takes an object, not "a.yaml".'],
  ])('%j is refused in the words of the options', (given, message) => {
    expect(() => readPluginOptions(given as StuntdoubleOptions, here)).toThrow(message);
  });
});
