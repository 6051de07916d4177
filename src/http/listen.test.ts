import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

import { describe, expect, it, onTestFinished } from 'vitest';

import { openConnection, sendRaw } from '../../tests/cli/raw-connection.ts';
import type { ApiError } from '../base/errors.ts';
import type { Reply } from '../pipeline/exchange.ts';
import type { App, Gate } from './app.ts';
import type { ClientLimits } from './connections/unreadable.ts';
import { createListener, usualLimits } from './listen.ts';
import type { MountableApp } from './mountable.ts';

describe('listen', () => {
  const limits = { head: 50, request: 300, interval: 10 };
  const getRoot = 'GET / HTTP/1.1\r\nHost: h\r\n';

  interface Opened {
    readonly url: string;
    readonly isLocal: boolean;
    readonly refused: readonly ApiError[];
    /** What the listener said of each request: whether only this machine can reach it. */
    readonly told: readonly boolean[];
  }

  /** Lets an app listen that answers by this function alone. */
  async function openListening(
    answer: RequestListener,
    allowed: ClientLimits = limits,
    host = '127.0.0.1',
  ): Promise<Opened> {
    const refused: ApiError[] = [];
    const told: boolean[] = [];
    const gates = new Map<Socket, Gate>();
    const express: RequestListener = (request, response) =>
      gates.get(request.socket)?.(request, response, (_request, _response, isLocal) => {
        told.push(isLocal);
        answer(request, response);
      });
    const app: App = {
      express: express as MountableApp,
      guard: (socket, gate) => void gates.set(socket, gate),
      refuse: (error) => refuseIn(refused, error),
      failBody: () => false,
      release: () => undefined,
    };
    const listener = createListener(app, allowed);
    const { url, isLocal } = await listener.open({ port: 0, host });
    onTestFinished(() => listener.close());
    return { url, isLocal, refused, told };
  }

  function refuseIn(refused: ApiError[], error: ApiError): Reply {
    refused.push(error);
    const verdict = { kind: 'refused', error } as const;
    const { status, message } = error;
    return { status, headers: [], body: message, verdict, operation: undefined };
  }

  // However the host is written: a name that leads to this machine is no wider than its address.
  it.each<[string, boolean]>([
    ['127.0.0.1', true],
    ['127.0.0.53', true],
    ['localhost', true],
    ['LOCALHOST', true],
    ['127.1', true],
    ['2130706433', true],
    ['0.0.0.0', false],
  ])('knows whether only this machine can reach %s: %s', async (host, expected) => {
    const opened = await openListening((_, response) => response.end(), usualLimits, host);
    await fetch(opened.url);
    expect([...opened.told, opened.isLocal]).toEqual([expected, expected]);
  });

  it('reads what many connections have sent ahead in several turns of the event loop, and answers all of it', async () => {
    const [connections, requests] = [20, 2000];
    let [inTurn, mostInTurn] = [0, 0];
    const { url } = await openListening((_request, response) => {
      if (inTurn === 0) setImmediate(() => (inTurn = 0));
      inTurn += 1;
      mostInTurn = Math.max(mostInTurn, inTurn);
      response.end();
    }, usualLimits);
    const all = await Promise.all(Array.from({ length: connections }, () => openConnection(url)));
    // One is accepted in a turn, and has to be before it is read.
    for (const one of all) {
      one.write(`${getRoot}\r\n`);
      await one.until('HTTP/1.1 200');
    }
    const last = `${getRoot}Connection: close\r\n\r\n`;
    for (const one of all) one.write(`${getRoot}\r\n`.repeat(requests - 2) + last);
    for (const { rest } of all) {
      expect((await rest).match(/HTTP\/1\.1 200/g)).toHaveLength(requests);
    }
    // As many as one turn begins with, and those that the last read of it brings.
    expect(mostInTurn).toBeLessThan(2048 + 65_536 / getRoot.length);
  });

  it('refuses a head that does not arrive', async () => {
    const { url, refused } = await openListening(() => undefined);
    expect(await sendRaw(url, getRoot)).toMatch(
      /^HTTP\/1\.1 408 Request Timeout\r\n[^]*Connection: close\r\n\r\nThe head of the request did not arrive within 0\.05 seconds\.$/,
    );
    expect(refused).toMatchObject([{ code: 'request-timeout' }]);
  });

  it('closes a connection on which nothing was ever said, and nobody hears of it', async () => {
    const { url, refused } = await openListening(() => undefined);
    expect(await sendRaw(url, '')).toBe('');
    expect(refused).toEqual([]);
  });

  it('refuses a slow head behind a request only when that was answered', async () => {
    const { url } = await openListening((_, response) => {
      setTimeout(() => response.end('first'), 200);
    });
    const heard = await sendRaw(url, `${getRoot}\r\n${getRoot}`);
    expect(heard).toMatch(/^HTTP\/1\.1 200 OK[^]*first[^]*HTTP\/1\.1 408 [^]*seconds\.$/);
  });

  it('closes the connection of a request that never arrives as a whole', async () => {
    const { url } = await openListening((request) => void request.resume());
    const connection = await openConnection(url);
    connection.write(`POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n`);
    const writing = setInterval(() => connection.write('x'), 20);
    expect(await connection.rest).toMatch(/^HTTP\/1\.1 408 .*[^]*did not arrive within 0\.3 sec/);
    clearInterval(writing);
  });
});
