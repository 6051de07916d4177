import { describe, expect, it } from 'vitest';

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
