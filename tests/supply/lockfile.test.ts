import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

const folder = join(import.meta.dirname, '..', '..', '.ci');
const good = { version: '1.0.0', integrity: 'sha512-AA==', license: 'MIT' };
const many = Object.fromEntries(
  Array.from({ length: 96 }, (_, index) => [`node_modules/small-${index}`, good]),
);

test.each<readonly [string, string, object, string]>([
  ['no hash', 'lockfile', { ...good, integrity: undefined }, 'has no sha512 hash'],
  ['a weak hash', 'lockfile', { ...good, integrity: 'sha1-AA==' }, 'has no sha512 hash'],
  ['a link', 'lockfile', { ...good, link: true }, 'is a link into this machine'],
  ['an address', 'lockfile', { ...good, resolved: 'git+ssh://x/y' }, 'names the address'],
  ['an install script', 'lockfile', { ...good, hasInstallScript: true }, 'runs a script'],
  ['a strict license', 'licenses', { ...good, license: 'AGPL-3.0' }, 'AGPL-3.0 is not allowed'],
  ['no license', 'licenses', { ...good, license: undefined }, '(none named) is not allowed'],
])('a package with %s fails the check of the %s', async (_, check, entry, message) => {
  const { code, errors } = await run(check, { 'node_modules/other': entry });

  expect(errors).toContain('node_modules/other');
  expect(errors).toContain(message);
  expect(code).toBe(1);
});

test.each([
  ['lockfile', '1 packages, 1 of them in a plain install'],
  ['licenses', '1 packages, all under permissive licenses'],
])('a sound package passes the check of the %s', async (check, message) => {
  const { code, output } = await run(check, { 'node_modules/other': good });

  expect(output).toContain(message);
  expect(code).toBe(0);
});

test('a development package may have any license', async () => {
  const entry = { ...good, license: 'MPL-2.0', dev: true };

  expect(await run('licenses', { 'node_modules/tool': entry })).toMatchObject({ code: 0 });
});

test('a plain install of more than 95 packages fails the check of the lockfile', async () => {
  expect((await run('lockfile', many)).errors).toContain('has 96 packages, over 95');
});

test('a dependency that is no version of the registry fails the check of the lockfile', async () => {
  const { errors } = await run('lockfile', {}, { other: 'github:some/other' });

  expect(errors).toContain('other: github:some/other is no version of the registry');
});

test('the bill of materials names each package of a plain install, and what asks for it', async () => {
  const { output } = await run(
    'sbom',
    {
      'node_modules/@scope/other': { ...good, dependencies: { deep: '^1.0.0' } },
      'node_modules/@scope/other/node_modules/deep': good,
      'node_modules/deep': { ...good, version: '2.0.0' },
      'node_modules/tool': { ...good, dev: true },
    },
    { '@scope/other': '^1.0.0', deep: '^2.0.0' },
  );

  expect(JSON.parse(output)).toMatchObject({
    bomFormat: 'CycloneDX',
    components: [
      { purl: 'pkg:npm/%40scope/other@1.0.0', hashes: [{ alg: 'SHA-512', content: '00' }] },
      { purl: 'pkg:npm/deep@1.0.0', licenses: [{ license: { id: 'MIT' } }] },
      { purl: 'pkg:npm/deep@2.0.0' },
    ],
    dependencies: [
      { ref: 'made-up', dependsOn: ['node_modules/@scope/other', 'node_modules/deep'] },
      {
        ref: 'node_modules/@scope/other',
        dependsOn: ['node_modules/@scope/other/node_modules/deep'],
      },
      { ref: 'node_modules/@scope/other/node_modules/deep', dependsOn: [] },
      { ref: 'node_modules/deep', dependsOn: [] },
    ],
  });
});

async function run(
  check: string,
  packages: object,
  dependencies: Readonly<Record<string, string>> = {},
): Promise<{ code: unknown; output: string; errors: string }> {
  const place = await mkdtemp(join(tmpdir(), 'stuntdouble-lockfile-'));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const file = join(place, 'package-lock.json');
  const root = { name: 'made-up', dependencies };
  await writeFile(
    file,
    JSON.stringify({ lockfileVersion: 3, packages: { '': root, ...packages } }),
  );
  return new Promise((resolve) => {
    const script = join(folder, check === 'sbom' ? 'sbom.js' : `check-${check}.js`);
    execFile(process.execPath, [script, file], (error, output, errors) => {
      resolve({ code: error ? error.code : 0, output, errors });
    });
  });
}
