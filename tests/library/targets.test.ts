import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Mock } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { talk } from './raw-talk.ts';

const contract = `openapi: 3.1.0
info: {title: Odd, version: '1'}
servers: [{url: https://api.example.com/v1}]
paths:
  /things/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'204': {description: Fine.}}}
  /café:
    get: {responses: {'204': {description: Fine.}}}
  /{from}-{to}:
    parameters:
      - {name: from, in: path, required: true, schema: {type: string}}
      - {name: to, in: path, required: true, schema: {type: string}}
    get: {responses: {'204': {description: Fine.}}}
`;

let folder: string;
let mock: Mock;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stuntdouble-targets-'));
  await writeFile(join(folder, 'openapi.yaml'), contract);
  mock = await createMock({ contract: join(folder, 'openapi.yaml') });
  await mock.listen();
  // The control API is loaded when it is first called, and who talks plainly waits only so long.
  await fetch(`${mock.url}/_mock/health`);
});

afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true, force: true });
});

/** The status line's number for a request target as it is. */
async function statusOf(target: string): Promise<number> {
  const heard = await talk(
    mock.url,
    `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  );
  return Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1]);
}

describe('a request target from the wire', () => {
  it.each<[string, number]>([
    ['/things/7', 204],
    ['/v1/things/7', 204],
    ['http://other.test/v1/things/7', 204],
    ['http://other.example/v1/things/7', 421],
    // A target that can't be read is for no host.
    ['http://other.example:99999/v1/things/7', 400],
    ['h2c://other.example/v1/things/7', 400],
    ['/caf%C3%A9', 204],
    // Node lets no raw UTF-8 through.
    ['/café', 400],
    ['/a-b', 204],
    ['/things/%2541%2F', 204],
    ['/things/;a=1', 204],
    ['/things/\\', 204],
    ['/things/%00', 204],
    ['/things/%', 400],
    ['/%zz-%zz', 400],
    ['/v1/things/%C3', 400],
    ['//', 404],
    ['/../', 404],
    ['/.', 404],
    ['*', 404],
    ['http://other.test', 404],
    ['http://other.example', 421],
    ['/v1', 404],
    ['/v1/_mock/health', 404],
    ['/_mock/health', 200],
    [`/${'a'.repeat(10_000)}`, 404],
    [`/${'a-'.repeat(5000)}a`, 204],
    [`/${'/'.repeat(10_000)}`, 404],
    [`/${'a'.repeat(20_000)}`, 431],
  ])('%s is a %i, and the server goes on', async (target, status) => {
    expect(await statusOf(target)).toBe(status);
    expect(await statusOf('/things/7')).toBe(204);
  });
});
