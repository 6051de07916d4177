import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { toScript } from './blocks.ts';

const runFile = promisify(execFile);
export const root: string = join(import.meta.dirname, '..', '..');
const bin = join(import.meta.dirname, 'bin');

/** What a block printed, and how it ended. */
export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly fault: string | undefined;
}

/** A folder in which a reader types what a page shows. */
export interface Session {
  write(file: string, text: string): Promise<void>;
  shell(text: string): Promise<Outcome>;
  program(text: string): Promise<Outcome>;
  close(): Promise<void>;
}

/** With the contract of the examples, and with the package installed. */
export async function openSession(number: number): Promise<Session> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'stuntdouble-docs-')));
  const ports = await findPorts(number);
  const shop = await readFile(join(root, 'examples', 'shop.yaml'), 'utf8');
  await writeFile(join(folder, 'shop.yaml'), shop);
  await writeFile(join(folder, 'my-api.yaml'), shop);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  await install(folder);
  const here = (text: string): string => text.replaceAll(/\b401\d\b/g, (port) => ports.real(port));
  const run = async (command: string, args: readonly string[]): Promise<Outcome> => {
    const env = {
      HOME: folder,
      PATH: [bin, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
      PORT: ports.real('4010'),
      DOCS_ROOT: root,
      DOCS_SERVERS: join(folder, '.servers'),
      NO_COLOR: '1',
    };
    try {
      const { stdout, stderr } = await runFile(command, args, {
        cwd: folder,
        env,
        timeout: 120_000,
      });
      return { stdout: ports.shown(stdout), stderr: ports.shown(stderr), fault: undefined };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const { stdout = '', stderr = '' }: Error & { stdout?: string; stderr?: string } = error;
      return {
        stdout: ports.shown(stdout),
        stderr: ports.shown(stderr),
        fault: `${error.message}\n${stdout}\n${stderr}`,
      };
    }
  };
  let programs = 0;
  return {
    async write(file, text) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), `${here(text)}\n`);
    },
    shell: (text) => run('bash', ['-c', oneShell + toScript(here(text))]),
    async program(text) {
      programs += 1;
      const name = `program-${programs}`;
      await writeFile(join(folder, `${name}.ts`), here(text));
      const compiled = await run(join(folder, 'node_modules', '.bin', 'tsc'), [
        ...flags,
        // As the tsconfig.json of a reader includes it.
        ...(existsSync(join(folder, 'mock.d.ts')) ? ['mock.d.ts'] : []),
        `${name}.ts`,
      ]);
      return compiled.fault === undefined ? run(process.execPath, [`${name}.js`]) : compiled;
    },
    async close() {
      await run(join(bin, 'npx'), ['stop-servers']);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A reader types all blocks into one shell, so that the next one has the variables of those before. */
const oneShell = `set -a; kept=$DOCS_SERVERS.variables; [ ! -f "$kept" ] || . "$kept"
trap 'export -p > "$kept"' EXIT
`;

/** TypeScript as a reader compiles it; what Node 20 can't run yet is translated. */
const flags = (
  '--target es2022 --lib es2023,dom,dom.iterable,esnext.disposable --module nodenext ' +
  '--types node --strict --skipLibCheck'
).split(' ');

const installed = [
  'vitest',
  'express',
  '@playwright',
  '@types/node',
  '@types/express',
  'typescript',
  '.bin',
];

async function install(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@types'), { recursive: true });
  await symlink(root, join(modules, 'stuntdouble'));
  for (const name of installed) {
    await symlink(join(root, 'node_modules', name), join(modules, name));
  }
}

interface Ports {
  real(shown: string): string;
  shown(text: string): string;
}

/** The ports that pages name are not free everywhere. Each page has ten of its own, below those that systems give out. */
async function findPorts(number: number): Promise<Ports> {
  for (let first = 15_000 + 10 * number; first < 30_000; first += 1000) {
    const taken = Array.from({ length: 10 }, (_, at) => String(first + at));
    if ((await Promise.all(taken.map(isFree))).every(Boolean)) return portsFrom(taken);
  }
  throw new Error('there are no ten free ports in a row');
}

function portsFrom(taken: readonly string[]): Ports {
  return {
    real: (shown) => taken[Number(shown.slice(-1))] ?? shown,
    shown: (text) => taken.reduce((read, port, at) => read.replaceAll(port, `401${at}`), text),
  };
}

function isFree(port: string): Promise<boolean> {
  const server = createServer().listen(Number(port), '127.0.0.1');
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.once('listening', () => server.close(() => resolve(true)));
  });
}
