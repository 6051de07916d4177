import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';

import { readBlocks } from '../docs/blocks.ts';
import type { FakeEngine } from './fake-engine.ts';
import { startFakeEngine } from './fake-engine.ts';

const runFile = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
let project = '';
let image = '';

beforeAll(async () => {
  project = await mkdtemp(join(await realpath(tmpdir()), 'stuntdouble-containers-'));
  await write({ 'package.json': '{ "private": true, "type": "module" }' });
  const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  const packages = [inject('tarball'), 'testcontainers@11', '@types/node@20'];
  await runFile('npm', ['install', ...flags, ...packages], { cwd: project });
  await write({ 'my-api.yaml': await readFile(join(root, 'examples', 'shop.yaml'), 'utf8') });
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  image = `stuntdouble:${version}`;
});

afterAll(() => rm(project, { recursive: true, force: true }));

test('the beginning of the page does what the page says', async () => {
  const page = await readFile(join(root, 'docs', 'testcontainers.md'), 'utf8');
  const [build, program] = readBlocks(page);
  const engine = await openEngine();

  const output = await run(engine, program?.text ?? '');

  expect(build?.text).toBe(`docker build -t ${image} .`);
  expect(output).toBe('200 kettle\n');
  expect(program?.text).toContain('// 200 kettle\n');
  expect(engine.unknown).toEqual([]);
  expect(engine.containers.map(({ isRemoved }) => isRemoved)).toEqual([true]);
});

test('a container gets the image, the port, the contract and a random token', async () => {
  const engine = await openEngine();
  const output = await run(
    engine,
    `const container = new StuntdoubleContainer().withContract('my-api.yaml');
const started = await container.start();
const open = await fetch(started.getUrl() + '/_mock/state');
const token = started.getControlToken();
const admitted = await fetch(started.getUrl() + '/_mock/state', { headers: { Authorization: 'Bearer ' + token } });
print({ url: started.getUrl(), token, statuses: [open.status, admitted.status], collections: await started.mock.collections() });`,
  );
  const { url, token, statuses, collections } = JSON.parse(output);
  const [container] = engine.containers;

  expect(container?.asked).toMatchObject({
    Image: image,
    Cmd: ['serve', '/contract/my-api.yaml'],
    Env: [`STUNTDOUBLE_CONTROL_TOKEN=${token}`],
    ExposedPorts: { '4010/tcp': {} },
    HostConfig: { PortBindings: { '4010/tcp': [{ HostPort: '0' }] } },
  });
  expect(url).toBe(`http://127.0.0.1:${container?.port}`);
  expect(token).toMatch(/^[\w-]{32}$/);
  expect(statuses).toEqual([401, 200]);
  expect(collections.map(({ name }: { name: string }) => name)).toContain('orders');
});

test('the contract keeps its place beside what it refers to, and all can be read', async () => {
  await write({
    'split/specs/api.yaml': splitContract,
    'split/common/thing.yaml': 'type: object\nproperties: { id: { type: integer } }\n',
    'split/common/node_modules/left/out.js': '',
    'split/common/.hidden': '',
    'split/specs/fixtures/things.json': '[{ "id": 7 }]',
    'split/specs/scenarios/ten.yaml': 'add:\n  things:\n    - { id: 10 }\n',
    'other/things.json': '[{ "id": 8 }]',
    'other/nine.yaml': 'add:\n  things:\n    - { id: 9 }\n',
  });
  const engine = await openEngine();
  const output = await run(
    engine,
    `const container = () => new StuntdoubleContainer()
  .withContract(new URL('split/specs/api.yaml', import.meta.url), { files: ['split/common'] })
  .withControlToken('a-token-for-this-test').withOptions('--locale', 'de');
const ids = async (made) => (await (await made.start()).mock.records('things')).map(({ id }) => id);
print([
  await ids(container()),
  await ids(container().withScenario('ten')),
  await ids(container().withFixtures('other').withScenario('other/nine.yaml')),
]);`,
  );

  expect(JSON.parse(output)).toEqual([[7], [7, 10], [8, 9]]);
  const [first, second, third] = engine.containers;
  const contract = ['serve', '/contract/specs/api.yaml', '--allow-refs', '/contract'];
  expect(first?.asked.Cmd).toEqual([...contract, '--locale', 'de']);
  expect(first?.asked.Env).toEqual(['STUNTDOUBLE_CONTROL_TOKEN=a-token-for-this-test']);
  expect(second?.asked.Cmd).toEqual([...contract, '--scenario', 'ten', '--locale', 'de']);
  const arranged = ['--fixtures', '/fixtures', '--scenario', 'nine'];
  expect(third?.asked.Cmd).toEqual([...contract, ...arranged, '--locale', 'de']);
  expect(await listModes(third?.root ?? '')).toEqual([
    '644 contract/common/thing.yaml',
    '644 contract/specs/api.yaml',
    '644 contract/specs/fixtures/things.json',
    '644 contract/specs/scenarios/nine.yaml',
    '644 contract/specs/scenarios/ten.yaml',
    '644 fixtures/nine.yaml',
    '644 fixtures/things.json',
  ]);
});

test.each([
  [
    'a contract that is not there',
    `.withContract('nowhere.yaml')`,
    'withContract: there is no file',
  ],
  ['a contract with a fault', `.withContract('broken.yaml')`, 'broken.yaml'],
  ['a file that is left out', `.withContract('split/specs/api.yaml')`, 'common/thing.yaml'],
])('%s is what the start complains of', async (_, call, message) => {
  await write({ 'broken.yaml': 'openapi: 3.1.0\n', 'split/specs/api.yaml': splitContract });
  const engine = await openEngine();

  const output = await run(
    engine,
    `try { await new StuntdoubleContainer()${call}.start(); } catch (error) { print(error.message); }`,
  );

  expect(output).toContain(message);
  expect(engine.containers.every(({ isRemoved }) => isRemoved)).toBe(true);
});

test('an image that is not there is one to build', async () => {
  const engine = await openEngine();

  const output = await run(
    engine,
    `try { await new StuntdoubleContainer('stuntdouble:0.0.1').start(); } catch (error) { print(error.message); }`,
  );

  expect(output).toContain(
    'there is no image stuntdouble:0.0.1: build it in a checkout of Stuntdouble by \\"docker build -t stuntdouble:0.0.1 .\\"',
  );
});

/** Where testcontainers looks, whatever `DOCKER_HOST` names. */
test.skipIf(existsSync('/var/run/docker.sock'))(
  'without an engine, one is to be started',
  async () => {
    const output = await run(
      { host: 'unix:///nowhere/docker.sock' },
      `try { await new StuntdoubleContainer().start(); } catch (error) { print([error.message, error.cause.message]); }`,
    );

    const [message, cause] = JSON.parse(output);
    expect(message).toMatch(/^no container engine answers: start Docker, or podman .*DOCKER_HOST/);
    expect(message).toContain(`(${cause})`);
  },
);

test('the types are those of testcontainers', async () => {
  await write({
    'program.ts': `import { GenericContainer } from 'testcontainers';
import type { StartedStuntdoubleContainer } from 'stuntdouble/testcontainers';
import { StuntdoubleContainer } from 'stuntdouble/testcontainers';

const plain: GenericContainer = new StuntdoubleContainer();
export const start = async (): Promise<StartedStuntdoubleContainer> =>
  new StuntdoubleContainer('other:1').withStartupTimeout(1000).withContract('my-api.yaml').start();
export async function use(): Promise<string> {
  await using started = await start();
  const world = await started.world('a', { now: '2030-01-01T00:00:00Z' });
  await world.merge('orders', [{ id: 7 }]);
  // @ts-expect-error A contract is a path or a URL.
  new StuntdoubleContainer().withContract(7);
  return started.getName() + started.getUrl() + world.url + String(plain);
}
`,
  });
  const flags =
    '--noEmit --strict --module nodenext --target es2023 --lib es2023,esnext.disposable,dom --types node';

  // The types of testcontainers itself want more than it brings.
  const { stdout } = await runFile(
    process.execPath,
    [compiler, ...flags.split(' '), 'program.ts'],
    { cwd: project },
  ).catch((error: { stdout: string }) => error);

  expect(stdout).toBe('');
});

/** An engine of its own, so that what it was asked for is what the test asked for. */
async function openEngine(): Promise<FakeEngine> {
  const cli = join(project, 'node_modules', 'stuntdouble', 'dist', 'cli.js');
  const engine = await startFakeEngine(image, cli);
  onTestFinished(() => engine.close());
  return engine;
}

/** Runs a program of the project as its user does, and returns what it prints. */
async function run(engine: Pick<FakeEngine, 'host'>, text: string): Promise<string> {
  const prelude = `import { StuntdoubleContainer } from 'stuntdouble/testcontainers';
const print = (value) => console.log(JSON.stringify(value));
`;
  await write({ 'program.mjs': text.includes('import {') ? text : prelude + text });
  const { stdout } = await runFile(process.execPath, ['program.mjs'], {
    cwd: project,
    env: {
      PATH: process.env['PATH'],
      HOME: project,
      DOCKER_HOST: engine.host,
      // Its helper is another image.
      TESTCONTAINERS_RYUK_DISABLED: 'true',
    },
  });
  return stdout;
}

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(project, name)), { recursive: true });
    await writeFile(join(project, name), text, { mode: 0o600 });
  }
}

/** The files of the container that the server may only read, with their modes. */
async function listModes(folder: string): Promise<readonly string[]> {
  const { stdout } = await runFile('find', ['contract', 'fixtures', '-type', 'f'], { cwd: folder });
  const names = stdout.trimEnd().split('\n').toSorted();
  return Promise.all(
    names.map(async (name) => {
      const { mode } = await stat(join(folder, name));
      return `${(mode & 0o777).toString(8)} ${name}`;
    }),
  );
}

const splitContract = `openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    get:
      operationId: listThings
      responses:
        '200':
          description: All
          content:
            application/json:
              schema: { type: array, items: { $ref: '../common/thing.yaml' } }
  /things/{id}:
    get:
      operationId: getThing
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        '200':
          description: One
          content: { application/json: { schema: { $ref: '../common/thing.yaml' } } }
`;
