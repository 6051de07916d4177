import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { load } from 'js-yaml';
import { expect, onTestFinished, test, vi } from 'vitest';

import { findFreePort } from '../cli/ports.ts';
import { serve } from '../cli/run-stuntdouble.ts';
import { createTestFolder } from '../cli/temporary-folder.ts';
import { patience } from '../patience.ts';

interface Service {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
}

interface Example {
  readonly services: {
    readonly api: Service & { readonly healthcheck: { readonly test: readonly string[] } };
    readonly app: Service & { readonly command: readonly string[] };
  };
}

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'examples', 'compose');
const { api, app } = (load(readFileSync(join(folder, 'compose.yaml'), 'utf8')) as Example).services;
const [command, program, option, healthScript = ''] = api.healthcheck.test;
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const [, exposed = ''] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? [];

test('the compose example fits the Dockerfile', () => {
  expect(app.environment['API_URL']).toBe(`http://api:${exposed}`);
  expect(healthScript).toContain(`http://127.0.0.1:${exposed}/_mock/ready`);
  expect([command, program, option]).toEqual(['CMD', 'node', '-e']);
  // A mount would hide what the image has there.
  const taken = [...dockerfile.matchAll(/^(?:WORKDIR |VOLUME \[")([^"\n]+)/gm)].map(([, at]) => at);
  expect(taken).toContain('/data');
  expect(taken).toContain('/app');
  expect(taken).not.toContain(mountOf(api));
  expect(dockerfile).toMatch(new RegExp(`^ARG NODE_IMAGE=${app.image}$`, 'm'));
});

test('the services of the compose example find each other, as processes without containers', async () => {
  const server = await serve([], {
    cwd: await createTestFolder(),
    env: {
      ...readImageVariables(),
      STUNTDOUBLE_DATA: 'data',
      ...api.environment,
      STUNTDOUBLE_CONTRACT: fromMount(api, api.environment['STUNTDOUBLE_CONTRACT']),
      // Nothing is opened to other machines.
      STUNTDOUBLE_HOST: '127.0.0.1',
      STUNTDOUBLE_PORT: '0',
    },
  });
  const ready: unknown = JSON.parse(server.stdout().split('\n')[0] ?? '');
  expect(ready).toMatchObject({ event: 'ready', contract: 'Shop', state: null });

  expect(await runHealthCheck(new URL(server.url).port)).toBe(0);
  expect(await runHealthCheck(await findFreePort())).not.toBe(0);

  const PORT = await findFreePort();
  const [node, file] = app.command;
  expect(node).toBe('node');
  const child = spawn(process.execPath, [fromMount(app, file)], {
    env: { API_URL: server.url, PORT },
    stdio: 'inherit',
  });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const page = await vi.waitFor(() => fetch(`http://127.0.0.1:${PORT}/`), patience);
  expect(await page.text()).toBe('2 × cup\n');
});

/** Where a container sees the folder of the example. */
function mountOf({ volumes }: Service): string {
  const [, at = ''] = /^\.:(\/\w+):ro$/.exec(volumes.join()) ?? [];
  expect(at, volumes.join()).not.toBe('');
  return at;
}

/** The file of the example that a container sees at a path. */
function fromMount(service: Service, path = ''): string {
  const mount = mountOf(service);
  expect(path.startsWith(`${mount}/`), path).toBe(true);
  return join(folder, path.slice(mount.length));
}

function readImageVariables(): Record<string, string> {
  const [variables = ''] = /^ENV (?:.*\\\n)*.*$/m.exec(dockerfile) ?? [];
  const found = [...variables.matchAll(/(\w+)=(\S+)/g)];
  expect(found.length).toBeGreaterThan(2);
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, value]));
}

async function runHealthCheck(port: string): Promise<number | null> {
  const script = healthScript.replace(`:${exposed}/`, `:${port}/`);
  const child = execFile(process.execPath, ['-e', script]);
  await once(child, 'close');
  return child.exitCode;
}
