import { connect } from 'node:net';

import { describe, expect, it, onTestFinished } from 'vitest';

import { openHost, statusOf, timeout } from './hostile-host.ts';

/** Less than what is sent below, and more than enough for one request at a time. */
const host = openHost(['--max-old-space-size=64']);

describe('what is sent by and by', { timeout }, () => {
  it('is not kept: names of members, each a megabyte long', async () => {
    for (let number = 0; number < 100; number += 1) {
      const name = 'x'.repeat(1_000_000);
      const body = `{"text":"b","${name}${number}":1}`;
      const head = `POST /bodies HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      expect(statusOf(await host.talk(head, body))).toBe(400);
    }
    await host.expectWell();
  });
});

describe('what hundreds of connections send ahead at once', { timeout }, () => {
  const roomy = openHost(['--max-old-space-size=256']);

  it('is let go where there is no room for it', async () => {
    const port = Number(new URL(roomy.url()).port);
    const request = 'GET / HTTP/1.1\r\nHost:a\r\n';
    const sent = `${request}\r\n`.repeat(2400) + `${request}Connection: close\r\n\r\n`;
    const closed = Array.from({ length: 120 }, () => {
      const socket = connect(port, '127.0.0.1').resume();
      onTestFinished(() => void socket.destroy());
      // Most are cut off.
      socket.on('error', () => undefined);
      socket.write(sent);
      return new Promise((resolve) => void socket.once('close', resolve));
    });
    await Promise.all(closed);
    await roomy.expectWell();
  });
});
