import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { writeFolder } from '../../base/temporary-folder.test-kit.ts';
import type { CoverageReport } from '../../traffic/coverage/report.ts';
import { sumTotals } from '../../traffic/coverage/report.ts';
import { parseInvocation } from '../invocation.ts';
import { report } from './report.ts';
import type { Screen } from './sample-report.test-kit.ts';
import { createScreen, violationKinds, sampleReport } from './sample-report.test-kit.ts';

interface Told {
  readonly code: number;
  readonly screen: Screen;
}

async function tell(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Told> {
  const screen = createScreen();
  const { command, settings } = parseInvocation(['report', ...args], env);
  expect(command).toBe('report');
  return { code: await report(settings, screen), screen };
}

async function keep(...reports: readonly CoverageReport[]): Promise<readonly string[]> {
  const names = reports.map((_, index) => `${index}.json`);
  const folder = await writeFolder(
    Object.fromEntries(reports.map((one, index) => [`${index}.json`, JSON.stringify(one)])),
  );
  return names.map((name) => join(folder, name));
}

/** Of a server that no request came to. */
function untouchedReport(): CoverageReport {
  const operations = sampleReport().operations.map((operation) => ({
    ...operation,
    requests: 0,
    forced: 0,
    points: operation.points.map((point) => ({ ...point, count: 0, forced: 0 })),
  }));
  return sampleReport({ operations, totals: sumTotals(operations) });
}

describe('files', () => {
  it('are merged, and held to the gates', async () => {
    const files = await keep(sampleReport(violationKinds), sampleReport(violationKinds));
    const { code, screen } = await tell([...files, '--fail-on', 'violations,breach']);
    expect(code).toBe(3);
    expect(screen.printed()).toContain('Books & Co 1: 2 operations, 8 requests');
    expect(screen.printed()).toContain('✗ breach       2 replies broke the contract');
    expect(screen.told()).toBe('');
  });

  it('say on the side what failed, where no table does', async () => {
    const files = await keep(sampleReport(violationKinds));
    const { code, screen } = await tell([...files, '--format', 'json', '--fail-on', 'unmatched']);
    expect(code).toBe(4);
    expect(JSON.parse(screen.printed())).toEqual(sampleReport(violationKinds));
    expect(screen.told()).toBe('failed: unmatched: 3 unmatched requests\n');
  });

  it('are named where they are none, or can not be read', async () => {
    const folder = await writeFolder({ 'a.json': '{', 'b.json': '{"format":1}' });
    const [a, b, c] = ['a', 'b', 'c'].map((name) => join(folder, `${name}.json`));
    await expect(tell([a ?? ''])).rejects.toThrow(/a\.json is no report: /);
    await expect(tell([b ?? ''])).rejects.toThrow('b.json is no report: /contract must be an obj');
    await expect(tell([c ?? ''])).rejects.toThrow(/^can't read .*c\.json: ENOENT/);
    await expect(tell([])).rejects.toThrow('report needs a server that runs, such as --url');
  });

  it.each<[name: string, gates: readonly string[], count: number, code: number, told: string]>([
    ['a gate', ['--fail-on', 'violations'], 1, 1, 'no request that counts came to the server of '],
    [
      'several reports',
      ['--fail-on', 'breach'],
      2,
      1,
      'no request that counts came to any of the 2 servers',
    ],
    ['a minimum of nothing', ['--min-coverage', 'operations=0'], 1, 1, 'there is nothing to judge'],
    ['a gate that fails itself', ['--min-coverage', 'operations=1'], 1, 6, 'nothing to judge'],
    ['no gate', [], 1, 0, 'no request that counts came to the server of '],
  ])('that no request came to: %s', async (_, gates, count, code, told) => {
    const files = await keep(...Array<CoverageReport>(count).fill(untouchedReport()));
    const ended = await tell([...files, ...gates]);
    expect(ended.code).toBe(code);
    expect(ended.screen.told()).toContain(told);
    expect(ended.screen.told().includes('nothing to judge')).toBe(gates.length > 0);
  });

  it('one of which had requests can be judged', async () => {
    const files = await keep(untouchedReport(), sampleReport());
    const { code, screen } = await tell([...files, '--fail-on', 'violations']);
    expect(code).toBe(0);
    expect(screen.told()).toBe('');
  });

  it('are not those of the contract that a variable names', async () => {
    await expect(tell([], { STUNTDOUBLE_CONTRACT: 'api.yaml' })).rejects.toThrow('needs a server');
  });
});

it('what variables say of reports is nothing to other commands', () => {
  const env = { STUNTDOUBLE_BASELINE: 'known.json', STUNTDOUBLE_FORMAT: 'no' };
  expect(parseInvocation(['serve'], env).settings.report.baseline).toBeUndefined();
  expect(() => parseInvocation(['report'], env)).toThrow('--format must be one of');
});

describe('a baseline', () => {
  it('is written, and from then on lets pass what it knows', async () => {
    const [file = '', other = ''] = await keep(sampleReport(violationKinds), sampleReport());
    const baseline = join(await writeFolder(), 'new', 'baseline.json');
    const gate = ['--baseline', baseline, '--fail-on', 'violations'];
    const written = await tell([file, ...gate, '--write-baseline']);
    expect(written.code).toBe(0);
    expect(written.screen.told()).toBe(`2 violations written to ${baseline}\n`);
    const text = await readFile(baseline, 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      format: 1,
      violations: [{ operation: 'createBook' }, { operation: 'listBooks' }],
    });

    const again = await tell([file, ...gate]);
    expect(again.code).toBe(0);
    expect(again.screen.printed()).toContain('2 violations of the baseline');
    expect(again.screen.printed()).not.toContain('must be a string');
    const fewer = await tell([other, ...gate]);
    expect(fewer.screen.printed()).toContain('2 of the baseline did not happen: write it anew');
    await writeFile(baseline, text.replace('createBook', 'another'));
    expect((await tell([file, ...gate])).code).toBe(3);
  });

  it.each([
    [
      'not there',
      undefined,
      /^can't read the baseline .*: there is no such file; write one with --write-base/,
    ],
    ['no JSON', '{', /^can't read the baseline/],
    ['something else', '{"format":1,"violations":[1]}', /is no baseline: write one with/],
  ])('that is %s is told, with the way out', async (_, text, message) => {
    const [file = ''] = await keep(sampleReport());
    const folder = await writeFolder(text === undefined ? {} : { 'base.json': text });
    const gate = ['--baseline', join(folder, 'base.json'), '--fail-on', 'violations'];
    await expect(tell([file, ...gate])).rejects.toThrow(message);
  });
});

describe('a server', () => {
  let url = '';

  beforeAll(async () => {
    const answers: Readonly<Record<string, readonly [status: number, body: string]>> = {
      '/good/_mock/coverage': [200, JSON.stringify(sampleReport(violationKinds))],
      '/idle/_mock/coverage': [200, JSON.stringify(untouchedReport())],
      '/other/_mock/coverage': [200, '<html>'],
      '/old/_mock/coverage': [404, '{}'],
      '/none/_mock/coverage': [
        404,
        '{"type":"urn:problem-type:unknown-path","detail":"No operation."}',
      ],
      '/off/_mock/coverage': [404, '{"detail":"It is not counted."}'],
    };
    const server = createServer(({ url: path = '', headers }, response) => {
      const isLocked = path.startsWith('/locked') && headers.authorization !== 'Bearer right';
      const [status, body] = isLocked
        ? [401, '{}']
        : (answers[path.replace('/locked', '/good')] ?? [500, '']);
      response.writeHead(status).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    return () => {
      server.closeAllConnections();
      server.close();
    };
  });

  it('is asked, with others and with files', async () => {
    const [file = ''] = await keep(sampleReport());
    const { code, screen } = await tell([file, '--url', `${url}/good`, '--url', `${url}/good/`]);
    expect(code).toBe(0);
    expect(screen.printed()).toContain('12 requests');
  });

  it('that no request came to is told, and fails where a gate has nothing to judge', async () => {
    const { code, screen } = await tell(['--url', `${url}/idle`, '--fail-on', 'violations']);
    expect(code).toBe(1);
    expect(screen.told()).toBe(
      `stuntdouble: no request that counts came to ${url}/idle, and so there is nothing to judge: point the clients of the tests at this server, and ask before it stops or its coverage is reset\n`,
    );
  });

  it('is shown the control token', async () => {
    const at = ['--url', `${url}/locked`];
    expect((await tell([...at, '--control-token', 'right'])).code).toBe(0);
    expect((await tell(at, { STUNTDOUBLE_CONTROL_TOKEN: 'right' })).code).toBe(0);
    await expect(tell(at)).rejects.toThrow('asks for the control token: give it with --control-');
    await expect(tell([...at, '--control-token', 'no'])).rejects.toThrow('is not the right one');
  });

  it.each<[path: string, message: RegExp]>([
    ['/other', /\/other\/_mock\/coverage is no report: /],
    ['/off', /\/off\/_mock\/coverage answered 404: It is not counted\.$/],
    ['/none', /answered 404: No operation\. Was the control API left out \(--no-control\), or/],
    ['/old', /\/old\/_mock\/coverage answered 404: is it Stuntdouble of this version\?/],
  ])('that is none is told from one: %s', async (path, message) => {
    await expect(tell(['--url', url + path])).rejects.toThrow(message);
  });

  it('that does not answer is named', async () => {
    await expect(tell(['--url', 'http://127.0.0.1:1'])).rejects.toThrow(
      /^no answer from http:\/\/127\.0\.0\.1:1\/_mock\/coverage: .*(ECONNREFUSED|bad port)/,
    );
  });

  it.each(['127.0.0.1:4010', 'ftp://a', 'http://'])('is no address: %s', async (address) => {
    await expect(tell(['--url', address])).rejects.toThrow('--url must be the address of a server');
    await expect(tell([], { STUNTDOUBLE_URL: address })).rejects.toThrow('STUNTDOUBLE_URL must be');
  });

  it.each(['ann:Zq7@host', '//ann:Zq7@host'])('is shown without its user: %s', async (address) => {
    await expect(tell(['--url', address])).rejects.toThrow(/not "(?:\/\/)?…@host"$/);
  });
});

it('what can not be written is named', async () => {
  const [file = ''] = await keep(sampleReport());
  await expect(tell([file, '--format', `junit=${file}/out.xml`])).rejects.toThrow(/^can't write /);
});
