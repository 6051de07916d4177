import { describe, expect, it } from 'vitest';

import { sendRaw } from '../cli/raw-connection.ts';
import { openLogged, readReplies } from './raw-replies.ts';

const head = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n\r\n`;

describe('a request for a host', () => {
  it.each([
    'evil.com/.localhost',
    'evil.com#.localhost',
    'evil.com?.localhost',
    'evil.com\\.localhost',
    'evil.com%.localhost:80@',
    'loc alhost',
    'u:Zq7@localhost',
    'a"b',
    'a<b',
    'caf\u00e9',
  ])('is refused where no host can be so: %s', async (host) => {
    const { mock, log } = await openLogged();
    const bytes = Buffer.from(head('GET /_mock/health HTTP/1.1', `Host: ${host}`), 'latin1');
    const whole = head(`GET http://${host.replace('u:Zq7@', '')}/_mock/health HTTP/1.1`, 'Host: h');
    const asked = [bytes, ...(/["<\\]/.test(host) ? [Buffer.from(whole, 'latin1')] : [])];
    for (const one of asked) {
      const replies = readReplies(await sendRaw(mock.url, one));
      expect(replies).toMatchObject([
        { status: 400, json: { detail: expect.stringMatching(/host|URL/i) } },
      ]);
    }
    expect(JSON.stringify([log, mock.requests()])).not.toContain('Zq7');
  });

  it.each([
    '',
    'h',
    'H_1-a.example.',
    'a~b:80',
    '[::1]',
    '[fe80::1%25en0]:80',
    "a!$&'()*+,;=",
    '127.0.0.1:',
  ])('is answered for %s', async (host) => {
    const { mock } = await openLogged();
    const asked = head('GET /_mock/health HTTP/1.1', `Host: ${host}`, 'Connection: close');
    const [reply] = readReplies(await sendRaw(mock.url, asked));
    expect(reply?.status).not.toBe(400);
  });

  it('that is a tunnel shows no user', async () => {
    const { mock, log } = await openLogged();
    await sendRaw(
      mock.url,
      head('CONNECT ann:Zq7-word@h:443 HTTP/1.1', 'Host: ann:Zq7-word@h:443'),
    );
    const shown = JSON.stringify([log, mock.requests(), mock.coverage()]);
    expect(shown).toContain('…@h:443');
    expect(shown).not.toContain('Zq7');
  });
});
