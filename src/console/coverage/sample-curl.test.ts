import { execFileSync } from 'node:child_process';

import { expect, it } from 'vitest';

import type { SampledRequest } from '../api/coverage-documents.ts';
import { writeSampleCurl } from './sample-curl.ts';

const plain: SampledRequest = { method: 'GET', path: '/pets', query: '', headers: {}, body: null };

function write(parts: Partial<SampledRequest>): string {
  return writeSampleCurl({ ...plain, ...parts }, 'http://127.0.0.1:4010');
}

it.each<[parts: Partial<SampledRequest>, command: string]>([
  [{}, 'curl http://127.0.0.1:4010/pets'],
  [{ query: 'a=1&b=2' }, "curl 'http://127.0.0.1:4010/pets?a=1&b=2'"],
  [{ query: 'a[b]=1' }, "curl -g 'http://127.0.0.1:4010/pets?a[b]=1'"],
  [{ method: 'HEAD' }, 'curl --head http://127.0.0.1:4010/pets'],
  [{ method: 'DELETE' }, 'curl -X DELETE http://127.0.0.1:4010/pets'],
  [
    { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"a":"it\'s"}' },
    String.raw`curl http://127.0.0.1:4010/pets \
  -H 'Content-Type: application/json' \
  --data-raw '{"a":"it'\''s"}'`,
  ],
  [{ method: 'GET', body: 'x' }, 'curl -X GET http://127.0.0.1:4010/pets \\\n  --data-raw x'],
  [{ method: 'POST' }, 'curl -X POST http://127.0.0.1:4010/pets'],
  [{ headers: { 'X-Key': '' } }, "curl http://127.0.0.1:4010/pets \\\n  -H 'X-Key;'"],
  [
    { method: 'POST', body: '--b\r\na' },
    String.raw`curl http://127.0.0.1:4010/pets \
  --data-raw $'--b\x0d\x0aa'`,
  ],
])('a request is written as a command: %j', (parts, command) => {
  expect(write(parts)).toBe(command);
});

it.each([
  ['--b\r\nit\'s \\n "$HOME" `x`\r\n'],
  ["'; echo hit; '"],
  ['$(echo hit)\u0000'.slice(0, -1)],
  ['\u202Eab\u2066\r\ncd'],
  ['\u202Eab\u2066'],
])('a shell takes a body as it is: %j', (body) => {
  const command = write({ method: 'POST', body });
  const [, quoted = ''] = command.split('--data-raw ');
  const read = execFileSync('bash', ['-c', `printf %s ${quoted}`], { encoding: 'utf8' });
  expect(read).toBe(body);
});
