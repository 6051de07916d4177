import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, test } from 'vitest';

import { createMock } from '../../src/index.ts';
import { initLibrary, initShop } from './init-shop.ts';
import { runHere } from './run-here.ts';
import { createTestFolder } from './temporary-folder.ts';

const root = join(import.meta.dirname, '..', '..');
const execute = promisify(execFile);

const contract = JSON.stringify(initShop);
const plainPackage = '{\n  "name": "app",\n  "private": true\n}\n';

/** All files of a folder with their texts, but for what is installed. */
async function filesIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    files.map(
      async (file) => [file.slice(folder.length + 1), await readFile(file, 'utf8')] as const,
    ),
  );
  return Object.fromEntries(texts.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

async function readRecords(
  folder: string,
  name: string,
): Promise<readonly Record<string, unknown>[]> {
  return JSON.parse(await readFile(join(folder, 'fixtures', `${name}.json`), 'utf8'));
}

describe('init in a folder with a contract', () => {
  test('writes fixtures, a scenario, a test and a script, and says so file by file', async () => {
    const cwd = await createTestFolder({ 'openapi.json': contract, 'package.json': plainPackage });
    const { code, stdout, stderr } = await runHere(['init'], { cwd });

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`Shop 1: 7 operations, 3 collections

  made    fixtures/customers.json    5 records
  made    fixtures/articles.json     5 records
  made    fixtures/orders.json       10 records
  made    fixtures/credentials.json  2 credentials
  made    scenarios/empty.yaml       There is nothing in customers yet.
  made    mock.test.mjs              lists customers, makes and reads one
  changed package.json               the script "mock": stuntdouble openapi.json

  from now on the server takes the credentials of fixtures/credentials.json alone,
  such as curl -H "Authorization: Bearer test-login-all-scopes"; with --auth presence it takes any

Next
  install stuntdouble in this project: its README says how, under "Install"
  npm run mock                                   serves it
  node --test mock.test.mjs                      runs the test
  npx stuntdouble openapi.json --scenario empty  begins otherwise
`);
    const { code: found, stdout: told } = await runHere(['check', 'openapi.json'], { cwd });
    expect({ found, told }).toEqual({
      found: 0,
      told: 'clean: Shop 1, 7 operations, 3 collections, 20 records, 2 credentials, 1 scenario\n',
    });
  });

  test('the records lead to each other', async () => {
    const cwd = await createTestFolder({ 'openapi.json': contract });
    await runHere(['init'], { cwd });
    const customers = (await readRecords(cwd, 'customers')).map(({ id }) => id);
    const articles = (await readRecords(cwd, 'articles')).map(({ id }) => id);
    for (const order of await readRecords(cwd, 'orders')) {
      expect(customers).toContain(order['customer_id']);
      expect(articles).toContain(order['article_id']);
    }
  });

  test('the credentials are for each scheme that is asked for, with all scopes and with few', async () => {
    const cwd = await createTestFolder({ 'openapi.json': contract });
    await runHere(['init'], { cwd });
    expect(await readRecords(cwd, 'credentials')).toEqual([
      {
        name: 'login, all scopes',
        scheme: 'login',
        value: 'test-login-all-scopes',
        scopes: ['read', 'write'],
      },
      {
        name: 'login, one scope',
        scheme: 'login',
        value: 'test-login-one-scope',
        scopes: ['read'],
      },
    ]);
  });

  test('a second run changes nothing, and says what it has left', async () => {
    const cwd = await createTestFolder({ 'openapi.json': contract, 'package.json': plainPackage });
    await runHere(['init'], { cwd });
    const before = await filesIn(cwd);
    const { code, stdout } = await runHere(['init'], { cwd });

    expect(code).toBe(0);
    expect(await filesIn(cwd)).toEqual(before);
    expect(stdout).toContain(`
  left    scenarios/empty.yaml       is there already
  left    fixtures                   has 3 collections already
  left    fixtures/credentials.json  is there already
  left    mock.test.mjs              is there already
  left    package.json               has a script "mock" already
`);
  });

  test('what is there is never written over', async () => {
    const mine = {
      'openapi.json': contract,
      'fixtures/articles.json': '[]',
      'scenarios/empty.yaml': 'description: Mine.\n',
      'mock.test.mjs': '// mine\n',
      'package.json': '{"scripts":{"mock":"mine"}}',
    };
    const cwd = await createTestFolder(mine);
    const { code } = await runHere(['init'], { cwd });
    expect(code).toBe(0);
    const { 'fixtures/credentials.json': made, ...others } = await filesIn(cwd);
    expect(others).toEqual(mine);
    expect(made).toContain('test-login-all-scopes');
  });

  test('without a package.json there is no test, and it says why', async () => {
    const cwd = await createTestFolder({ 'openapi.json': contract });
    const { stdout } = await runHere(['init'], { cwd });
    expect(stdout).toContain(
      'no test: there is no package.json, so a test could not find stuntdouble',
    );
    expect(Object.keys(await filesIn(cwd))).not.toContain('mock.test.mjs');
    expect(stdout).toContain('  npx stuntdouble openapi.json --scenario empty');
  });

  test('options that the contract needs are those of the script and of the test', async () => {
    const overlay =
      'overlay: 1.0.0\ninfo: { title: More, version: "1" }\nactions: [{ target: $.info, update: { title: Market } }]\n';
    const cwd = await createTestFolder({
      'api/openapi.json': contract,
      'more.yaml': overlay,
      'package.json': plainPackage,
    });
    const { code, stdout } = await runHere(['init', '--overlay', 'more.yaml'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('Market 1: ');
    const files = await filesIn(cwd);
    expect(files['package.json']).toContain(
      '"mock": "stuntdouble api/openapi.json --overlay more.yaml"',
    );
    expect(files['mock.test.mjs']).toContain(
      "{ contract: 'api/openapi.json', overlay: ['more.yaml'] }",
    );
    expect(Object.keys(files)).toContain('api/fixtures/articles.json');
  });
});

test('the scenario "empty" leaves no record that refers to one that is gone', async () => {
  const cwd = await createTestFolder({ 'library.json': JSON.stringify(initLibrary) });
  const { stdout } = await runHere(['init'], { cwd });
  expect(stdout).toContain('There is nothing in authors and books yet.');
  expect((await readRecords(cwd, 'books')).length).toBeGreaterThan(0);

  const file = join(cwd, 'library.json');
  await using mock = await createMock({ contract: file, scenario: 'empty' });
  await mock.listen();
  expect(mock.records('authors')).toEqual([]);
  expect(mock.records('books')).toEqual([]);
});

describe('init that can not do it writes nothing', () => {
  test('a contract with faults: the usual complaints, and exit code 1', async () => {
    const files = { 'openapi.yaml': 'openapi: 3.1.0\ninfo: {}\n', 'package.json': plainPackage };
    const cwd = await createTestFolder(files);
    const { code, stdout, stderr } = await runHere(['init'], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('there is no "paths" object: nothing to serve');
    expect(await filesIn(cwd)).toEqual(files);
  });

  test('a package.json with faults', async () => {
    const files = { 'openapi.json': contract, 'package.json': '{' };
    const cwd = await createTestFolder(files);
    const { code, stderr } = await runHere(['init'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('package.json: is not valid JSON');
    expect(await filesIn(cwd)).toEqual(files);
  });

  test('a file where a folder is needed', async () => {
    const files = { 'openapi.json': contract, scenarios: '', 'package.json': plainPackage };
    const cwd = await createTestFolder(files);
    const { code, stderr } = await runHere(['init'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('the folder of scenarios can not be read');
    expect(await filesIn(cwd)).toEqual(files);
  });

  test.each([
    [['https://api.example/openapi.json'], 'curl -o openapi.yaml https://api.example/openapi.json'],
    [['a.yaml', 'b.yaml'], 'init takes one contract, or the folder of one: run it once for each'],
  ])('%j', async (named, advice) => {
    const { code, stderr } = await runHere(['init', ...named]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(advice) });
  });

  test('fixtures without a contract are those of another', async () => {
    const cwd = await createTestFolder({ 'fixtures/pets.json': '[]' });
    const { code, stderr } = await runHere(['init'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('no contract was found, but there is fixtures/: name its contract');
  });
});

test.each(['web', 'web/my.yaml'])('takes what was named: %s', async (named) => {
  const cwd = await createTestFolder({ 'web/my.yaml': contract, 'openapi.yaml': '{}' });
  const { code, stdout } = await runHere(['init', named], { cwd });
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('articles.json') });
});

test('in a folder without a contract it copies the one that comes with Stuntdouble', async () => {
  const cwd = await createTestFolder({ 'package.json': plainPackage });
  const { code, stdout } = await runHere(['init'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain('made    openapi.yaml');
  const files = await filesIn(cwd);
  expect(files['openapi.yaml']).toBe(await readFile(join(root, 'openapi.yaml'), 'utf8'));
  expect(files['fixtures/pages.json']).toBe(
    await readFile(join(root, 'fixtures/pages.json'), 'utf8'),
  );
  const { code: checked } = await runHere(['check', 'openapi.yaml'], { cwd });
  expect(checked).toBe(0);
});

describe('the written test passes as it is', () => {
  const contracts = {
    shop: contract,
    nested: join(root, 'tests/flows/contracts/nested.yaml'),
    'json-api': join(root, 'tests/flows/contracts/json-api.yaml'),
    workspace: join(root, 'openapi.yaml'),
  };

  async function createProject(text: string, dependencies: object): Promise<string> {
    const isFile = text.startsWith('/');
    const cwd = await createTestFolder({
      [isFile ? 'openapi.yaml' : 'openapi.json']: isFile ? await readFile(text, 'utf8') : text,
      'package.json': JSON.stringify({ private: true, devDependencies: dependencies }),
    });
    await mkdir(join(cwd, 'node_modules'));
    await symlink(root, join(cwd, 'node_modules', 'stuntdouble'));
    await symlink(join(root, 'node_modules', 'vitest'), join(cwd, 'node_modules', 'vitest'));
    expect(await runHere(['init'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    return cwd;
  }

  test.each(Object.entries(contracts))('with node:test: %s', async (_, text) => {
    const cwd = await createProject(text, {});
    const { stdout } = await execute(process.execPath, ['--test', 'mock.test.mjs'], {
      cwd,
      env: {},
    });
    expect(stdout).toMatch(/pass [12]\n/);
  });

  test('with vitest, where the project has it', async () => {
    const cwd = await createProject(contract, { vitest: '4' });
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const { stdout } = await execute(process.execPath, [vitest, 'run'], {
      cwd,
      env: { NO_COLOR: '1' },
    });
    expect(stdout).toMatch(/Tests +2 passed/);
  });
});
