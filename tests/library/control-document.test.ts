import { connect } from 'node:net';
import { join } from 'node:path';

import express from 'express';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import { loadContract } from '../../src/contract/compile.ts';
import type { Operation } from '../../src/contract/operations.ts';
import type { MockOptions } from '../../src/index.ts';
import { readOptions } from '../../src/server/options/options.ts';
import { openMockServer } from '../../src/server/server.ts';
import { machineDisk } from '../../src/store/ledger/disk.ts';
import { StoreFailure } from '../../src/store/shared/failure.ts';
import { createMemoryStore } from '../../src/store/shared/memory-engine.test-kit.ts';
import { bookIds, bookshop } from './bookshop.ts';
import type { ControlRequest } from './control-requests.ts';
import { controlRequests, token } from './control-requests.ts';
import { hostApp } from './host-app.ts';
import type { Ask, Said } from './open-bookshop.ts';
import { openBookshop, openUnheard } from './open-bookshop.ts';

const { operations } = await loadContract(
  [join(import.meta.dirname, '..', '..', 'src', 'control', 'openapi.yaml')],
  { isLenient: false, isComplete: false, allowRemoteRefs: false, allowRefs: [], overlays: [] },
);

/** What takes the place of Redis. */
const engines = vi.hoisted((): { open: () => unknown } => ({ open: () => undefined }));
vi.mock('../../src/store/shared/redis-engine.ts', () => ({
  openRedisEngine: () => Promise.resolve(engines.open()),
}));

/** What was answered, as the document names it: `getState 200`, `getState 4XX`. */
const met = new Set<string>();

const options: MockOptions = {
  onExchange({ lane, operation, status }) {
    if (lane === 'control' && operation !== undefined) met.add(nameOf(operation, status));
  },
};

function nameOf(operation: string, status: number | string): string {
  return `${operation} ${/^4\d\d$/.test(String(status)) ? '4XX' : status}`;
}

/** A request that an operation usually answers. */
function requestFor(id: string): ControlRequest {
  const request = controlRequests.find(({ operation }) => operation === id);
  if (request) return request;
  throw new Error(`tests/library/control-requests.ts has no row for ${id}`);
}

/** Those of the operations that declare a status. */
function requestsFor(status: string): readonly ControlRequest[] {
  return operations
    .filter(({ responses }) => responses.has(status))
    .map(({ id }) => requestFor(id));
}

async function send(
  base: string,
  { method, path, body, isEndless = false }: ControlRequest,
  more = {},
): Promise<Said> {
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const response = await fetch(base + path, {
    method,
    headers: { ...type, ...more },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { status, headers } = response;
  if (isEndless && status === 200) {
    await response.body?.cancel();
    return { status, headers, json: 'events' };
  }
  const text = await response.text();
  const json: unknown = text === '' ? undefined : JSON.parse(text);
  return { status, headers, json };
}

/** One request of the contract is in the journal, and a snapshot kept. */
async function prepare(ask: Ask): Promise<void> {
  await ask('GET', '/books');
  await ask('PUT', '/_mock/snapshots/kept');
}

describe('the control API', () => {
  it('does all that its document says', async () => {
    const { ask, mock } = await openBookshop(options);
    await prepare(ask);
    const guarded = await openBookshop({ ...options, controlToken: token });
    for (const request of controlRequests) {
      const { url } = request.needsToken === true ? guarded.mock : mock;
      const { status, json } = await send(`${url}/_mock`, request);
      expect([request.operation, status, json]).toEqual([
        request.operation,
        request.status,
        status === 202 || status === 204 ? undefined : expect.anything(),
      ]);
    }
  });

  it('refuses who may not, and what can not be answered', async () => {
    const mock = await openUnheard(options);
    const url = await hostApp(express().use(mock.app));
    for (const request of requestsFor('4XX')) {
      const { operation } = request;
      const own = operation === 'endSession' ? { Origin: 'http://localhost:5173' } : {};
      const more = { Accept: 'text/html', ...own };
      const { status, headers } = await send(`${url}/_mock`, request, more);
      expect([operation, status]).toEqual([operation, refusals[operation] ?? 401]);
      expect(headers.get('Content-Type')).toBe('application/problem+json');
    }
  });

  it('says when there is no room for another world, and when it stops', async () => {
    const { ask, mock } = await openBookshop({ ...options, maxWorlds: 0 });
    const others = new Set([
      'getHealth',
      'getReadiness',
      'followRequests',
      'followServer',
      'listReplicas',
    ]);
    for (const { id, responses } of operations.filter((one) => !others.has(one.id))) {
      await prepare(ask);
      const request = requestFor(id);
      const { status, json } = await send(`${mock.url}/~a/_mock`, request);
      const type = Object(json).type as unknown;
      expect([id, status === 503]).toEqual([id, responses.has('503')]);
      if (status === 503) expect([id, type]).toEqual([id, 'urn:problem-type:too-many-worlds']);
    }
    const url = await hostApp(express().use(mock.app));
    await mock.close();
    expect((await send(`${url}/_mock`, requestFor('getReadiness'))).status).toBe(503);
  });

  it.each(['followRequests', 'followServer'])('says when too many listen: %s', async (id) => {
    const { mock } = await openBookshop(options);
    const { path } = requestFor(id);
    const listening = new AbortController();
    const follow = (): Promise<Response> =>
      fetch(`${mock.url}/_mock${path}`, { signal: listening.signal });
    let last = await follow();
    for (let count = 1; count < 100 && last.status === 200; count += 1) last = await follow();
    expect([last.status, await last.json()]).toMatchObject([
      503,
      { type: 'urn:problem-type:too-many-listeners' },
    ]);
    listening.abort();
  });

  it('says when the store of its replicas can not be asked', async () => {
    const engine = createMemoryStore(() => performance.now()).connect(async (step) =>
      Promise.resolve(step()),
    );
    const failure = new StoreFailure('unsent', 'the store can not be reached');
    let isGone = false;
    const replicas = (): Promise<unknown> => (isGone ? Promise.reject(failure) : engine.replicas());
    engines.open = () => ({ ...engine, replicas });
    const contract = [join(await writeFolder(bookshop()), 'openapi.json')];
    const shared = { ...readOptions({ ...options, contract }), store: 'redis://store' };
    const { server } = await openMockServer(shared);
    onTestFinished(() => server.close());
    const { url } = await server.listen();
    const ask = async (): Promise<readonly unknown[]> => {
      const reply = await fetch(`${url}/_mock/replicas`);
      return [reply.status, await reply.json()];
    };
    expect(await ask()).toEqual([
      200,
      {
        owner: { url, epoch: 1, since: expect.any(String) as string },
        replicas: [{ url, is_owner: true, serves_same: true }],
      },
    ]);
    isGone = true;
    expect(await ask()).toMatchObject([
      503,
      {
        type: 'urn:problem-type:store-unreachable',
        detail: 'The replicas can not be told: the store can not be reached.',
      },
    ]);
  });

  it('says when nothing can be kept, also to those who would have seen it', async () => {
    const disk = fillDisk();
    const { ask, mock } = await openBookshop({ ...options, data: await writeFolder() });
    await prepare(ask);
    for (const request of requestsFor('507')) {
      disk.isFull = true;
      // The first is under way when the second comes.
      const lost = { method: 'DELETE', path: `/state/books/${bookIds[1]}` };
      const text = await exchange(mock.url, toText(lost) + toText(request, 'Connection: close'));
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
      expect([request.operation, statuses]).toEqual([request.operation, ['507', '507']]);
      disk.isFull = false;
      expect((await ask('GET', '/_mock/state/books')).json).toHaveLength(bookIds.length);
    }
  });

  it('was met in every status that its document declares, and in no other', () => {
    const declared = operations.flatMap(({ id, responses }: Operation) =>
      [...responses.keys()].map((status) => nameOf(id, status)),
    );
    expect([...met].toSorted()).toEqual(declared.toSorted());
  });
});

/** Of the operations that ask for no credential. */
const refusals: Readonly<Record<string, number>> = {
  getHealth: 406,
  getReadiness: 406,
  getSession: 406,
  endSession: 403,
};

/** A disk that can be told that it is full. */
function fillDisk(): { isFull: boolean } {
  const disk = { isFull: false };
  const open = machineDisk.open.bind(machineDisk);
  const spy = vi.spyOn(machineDisk, 'open').mockImplementation(async (path, purpose) => {
    const file = await open(path, purpose);
    return {
      ...file,
      async write(bytes, position) {
        if (disk.isFull) throw new Error('the disk is full');
        await file.write(bytes, position);
      },
    };
  });
  onTestFinished(() => spy.mockRestore());
  return disk;
}

/** What comes back until the other side has said everything. */
function exchange(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    let heard = '';
    socket.on('data', (piece) => {
      heard += piece.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(heard));
  });
}

function toText(
  { method, path, body }: Pick<ControlRequest, 'method' | 'path' | 'body'>,
  ...more: readonly string[]
): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const length = Buffer.byteLength(text);
  const type = body === undefined ? [] : [`Content-Type: application/json`];
  const head = [`${method} /_mock${path} HTTP/1.1`, 'Host: localhost', ...type, ...more];
  return `${head.join('\r\n')}\r\nContent-Length: ${length}\r\n\r\n${text}`;
}
