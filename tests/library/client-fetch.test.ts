import { EventEmitter, once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { connect } from '../../src/client/index.ts';

const bytes = new Uint8Array([0, 200, 255, 97]);

describe('the fetch of a client', () => {
  it.each<[what: string, status: number, body: NonNullable<RequestInit['body']>, arrived: string]>([
    ['a text', 307, 'abc', 'abc'],
    ['a text', 308, 'abc', 'abc'],
    ['bytes', 307, bytes, Buffer.from(bytes).toString('latin1')],
    ['a stream', 308, new Blob(['abc']).stream(), 'abc'],
    ['nothing of a text', 302, 'abc', ''],
    ['an empty text', 307, '', ''],
  ])('sends %s on where a %i redirects it', async (_, status, body, arrived) => {
    const url = await serve(async (request, reply) => {
      const received = (await buffer(request)).toString('latin1');
      if (request.url === '/first') reply.writeHead(status, { Location: '/second' }).end();
      else reply.end(JSON.stringify([request.url, request.headers['content-type'], received]));
    });
    const headers = { 'Content-Type': 'text/plain' };
    const init = { method: 'POST', headers, body, duplex: 'half' } as const;
    const reply = await connect(url).fetch('/first', init);
    const type = status === 302 ? undefined : 'text/plain';
    expect(await reply.json()).toEqual(JSON.parse(JSON.stringify(['/second', type, arrived])));
  });

  it('names no type that the request does not name', async () => {
    const url = await serve(({ headers }, reply) => void reply.end(JSON.stringify(headers)));
    const told: unknown = await (
      await connect(url).fetch('/', { method: 'POST', body: bytes })
    ).json();
    expect(told).toMatchObject({ 'content-length': '4' });
    expect(told).not.toHaveProperty('content-type');
  });

  it('sends a body also where no Request tells its stream, as in Firefox', async () => {
    const url = await serve(async (request, reply) => {
      reply.end(`${request.method} ${(await buffer(request)).toString()}`);
    });
    vi.stubGlobal('Request', BodilessRequest);
    onTestFinished(() => void vi.unstubAllGlobals());
    const mock = connect(url);
    expect(await (await mock.fetch('/a')).text()).toBe('GET ');
    expect(await (await mock.fetch('/a', { method: 'POST', body: 'abc' })).text()).toBe('POST abc');
  });

  it('ends when its signal says so, also while it reads the body', async () => {
    const events = new EventEmitter();
    const [asked, cancelled] = [once(events, 'asked'), once(events, 'cancelled')];
    const body = new ReadableStream<Uint8Array>(
      {
        pull: () => void events.emit('asked'),
        cancel: (reason) => void events.emit('cancelled', reason),
      },
      { highWaterMark: 0 },
    );
    const control = new AbortController();
    const init = { method: 'POST', body, duplex: 'half', signal: control.signal } as const;
    const reply = connect('http://127.0.0.1:1').fetch('/a', init);
    await asked;
    const reason = new Error('enough');
    control.abort(reason);
    await expect(reply).rejects.toBe(reason);
    expect(await cancelled).toEqual([reason]);
  });

  it('reads no body when its signal has said so before', async () => {
    const events: string[] = [];
    const body = new ReadableStream<Uint8Array>(
      { pull: () => void events.push('asked'), cancel: () => void events.push('cancelled') },
      { highWaterMark: 0 },
    );
    const reason = new Error('enough');
    const init = {
      method: 'POST',
      body,
      duplex: 'half',
      signal: AbortSignal.abort(reason),
    } as const;
    await expect(connect('http://127.0.0.1:1').fetch('/a', init)).rejects.toBe(reason);
    expect(events).toEqual(['cancelled']);
  });

  it('fails as the source of its body does', async () => {
    const fault = new Error('no more');
    const broken = new ReadableStream<Uint8Array>({ pull: (sink) => sink.error(fault) });
    const texts = new ReadableStream({ pull: (sink) => sink.enqueue('a text') });
    const send = async (body: ReadableStream): Promise<Response> =>
      connect('http://127.0.0.1:1').fetch('/a', { method: 'POST', body, duplex: 'half' });
    await expect(send(broken)).rejects.toBe(fault);
    await expect(send(texts)).rejects.toThrow(TypeError);
  });
});

class BodilessRequest extends Request {
  constructor(...given: ConstructorParameters<typeof Request>) {
    super(...given);
    Object.defineProperty(this, 'body', { value: undefined });
  }
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
