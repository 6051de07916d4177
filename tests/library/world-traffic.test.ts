import { connect } from 'node:net';

import { describe, expect, it } from 'vitest';

import type { Mock } from '../../src/index.ts';
import { bookIds } from './bookshop.ts';
import type { Ask } from './open-bookshop.ts';
import { openBookshop } from './open-bookshop.ts';

const [first = '', second = ''] = bookIds;

describe('a request that is under way', () => {
  const body = JSON.stringify({ title: 'Late' });
  const head = (world: string): string =>
    `POST /~${world}/books HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer open\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;

  it.each<[string, (mock: Mock) => unknown, RegExp, number]>([
    // Behind the first answer, the body: what happens in between is told to nobody.
    ['dropped', (mock) => mock.world('a').drop(), /503 [^]*loaded-again/, 3],
    ['made anew', (mock) => mock.world('a', {}), /503 [^]*loaded-again/, 3],
    ['reset', (mock) => mock.world('a').reset(), /201 /, 4],
  ])('while its world is %s', async (_, act, outcome, left) => {
    const { mock } = await openBookshop();
    const world = mock.world('a');
    await world.reset();
    const heard = await talkAround(mock, head('a'), () => act(mock), body);
    expect(heard).toMatch(outcome);
    expect(mock.world('a').records('books')).toHaveLength(left);
  });

  it('sees a snapshot wholly or not at all, whatever is restored meanwhile', async () => {
    const { mock, ask } = await openBookshop();
    const world = mock.world('a');
    world.save('full');
    await ask('DELETE', `/~a/books/${first}`);
    await ask('DELETE', `/~a/books/${second}`);
    world.save('bare');
    const seen = new Set<number>();
    const readers = Array.from({ length: 8 }, async () => {
      for (let turn = 0; turn < 25; turn += 1) {
        seen.add(await countIn(ask));
        const { json } = await ask('GET', '/~a/books');
        seen.add(Object(json).data.length);
      }
    });
    const restorers = ['full', 'bare'].map(async (name) => {
      for (let turn = 0; turn < 25; turn += 1)
        await ask('POST', `/~a/_mock/snapshots/${name}/restore`);
    });
    await Promise.all([...readers, ...restorers]);
    expect([...seen].toSorted((left, right) => left - right)).toEqual([1, 3]);
  });
});

/** Sends a head, acts when the server asks for the body, and then sends it. */
function talkAround(mock: Mock, head: string, act: () => unknown, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
    let heard = '';
    let hasActed = false;
    socket.on('error', reject);
    socket.on('connect', () => socket.write(head));
    socket.on('data', (chunk) => {
      heard += chunk.toString();
      if (hasActed && heard.includes('HTTP/1.1 ', 10)) {
        socket.destroy();
        resolve(heard);
      } else if (!hasActed) {
        hasActed = true;
        Promise.resolve(act()).then(() => socket.write(body), reject);
      }
    });
  });
}

async function countIn(ask: Ask): Promise<number> {
  const { json } = await ask('GET', '/~a/_mock/state/books');
  return Array.isArray(json) ? json.length : Number.NaN;
}
