import { expect, it } from 'vitest';

import { runHere as run } from './run-here.ts';
import { serve, shareServer } from './run-stuntdouble.ts';
import { shareFolder } from './temporary-folder.ts';

const folder = shareFolder(async () => undefined);
const token = { STUNTDOUBLE_CONTROL_TOKEN: 'secret' };
const server = shareServer(['--ephemeral'], () => ({ env: token }));
const page =
  '/api/v1/workspaces/northwind/projects/4b1f0c52-6a3e-4d29-9c77-2e8d5a90f1b3/pages/7c2f4e0a-9d1b-4b6e-8a35-1f6d2c9e7b10/';

it('reports on a server, in several forms, with a gate and its exit code', async () => {
  const { url } = server();
  for (const path of [page, '/no-such-path']) {
    await fetch(url + path, { headers: { 'X-API-Key': 'key-all-scopes' } });
  }
  const cwd = folder();
  const args = ['report', '--url', url, '--min-coverage', 'operations=50,statuses=100'];
  const ended = await run(
    [...args, '--fail-on', 'breach', '--format', 'table', '--format', 'json=deep/report.json'],
    { cwd, env: token },
  );
  expect(ended).toMatchObject({ code: 6, stderr: '' });
  expect(ended.stdout).toContain('1 request ');
  expect(ended.stdout).toContain('never called');
  expect(ended.stdout).toMatch(/status 404 +\S*openapi\.yaml:\d+\n/);
  expect(ended.stdout).toContain('  ✗ statuses     6.6 % of statuses, 100 % wanted\n');

  const merged = await run(
    ['report', 'deep/report.json', 'deep/report.json', '--format', 'markdown'],
    { cwd, env: { STUNTDOUBLE_FAIL_ON: 'unmatched' } },
  );
  expect(merged).toMatchObject({ code: 4, stderr: 'failed: unmatched: 2 unmatched requests\n' });
  expect(merged.stdout).toContain('2 requests.');
});

it('asks for the token where it is not given, and says so where there is no control API', async () => {
  const { url } = server();
  const refused = await run(['report', '--url', url]);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain(
    '/_mock/coverage asks for the control token: give it with --control-token or STUNTDOUBLE_CONTROL_TOKEN',
  );
  const bare = await serve(['--ephemeral', '--no-control']);
  const missing = await run(['report', '--url', bare.url]);
  expect(missing).toMatchObject({ code: 1, stdout: '' });
  expect(missing.stderr).toMatch(
    /\/_mock\/coverage answered 404: .*Was the control API left out \(--no-control\)/,
  );
});
