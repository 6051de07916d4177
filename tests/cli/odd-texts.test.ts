import { describe, expect, test } from 'vitest';

import { createDice } from '../kill/random.ts';
import { thingContract } from '../library/thing-shop.ts';
import { serve } from './run-stuntdouble.ts';
import { createTestFolder } from './temporary-folder.ts';
import { everyScope } from './workspace.ts';

const [rounds, requests] = [3, 60];
const timeout = 90_000;

type Random = (limit: number) => number;

/** What a text in JSON may be written as; some of them say half of a surrogate pair. */
const pieces: readonly string[] = [
  'a Z 0 / ~1 % %2F ? # " \' < > & \\ {id} .. ü € 😀 \0 \u007f \u001b[2J'.split(' '),
  [' ', '\u2028', '\u2029', '\ufeff', '\u202e', '\ufffd', '\r\n'],
  '__proto__ constructor prototype toString hasOwnProperty @filed null -1 1e999'.split(' '),
  String.raw`\ud800 \uDFFF \ud83d\ude00 \ude00\ud83d`.split(' '),
].flat();

function oddText(random: Random): string {
  const escaped = Array.from({ length: 1 + random(4) }, () => {
    const piece = pieces[random(pieces.length)] ?? '';
    return /^\\u[dD]/.test(piece) ? piece : JSON.stringify(piece).slice(1, -1);
  }).join('');
  const times = [1, 1, 1, 1, 1, 40, 400, 4000][random(8)] ?? 1;
  return `"${escaped.repeat(times)}"`;
}

function oddValue(random: Random, depth = 0): string {
  const kind = random(depth > 3 ? 4 : 6);
  if (kind < 3) return oddText(random);
  if (kind === 3) return ['null', 'true', '0', '-1.5e300', '[]', '{}'][random(6)] ?? 'null';
  const members = Array.from({ length: random(4) }, () => oddValue(random, depth + 1));
  if (kind === 4) return `[${members.join(',')}]`;
  return `{${members.map((member) => `${oddText(random)}:${member}`).join(',')}}`;
}

/** As a client that knows no better would put it into a path. */
function inPath(text: string): string {
  return text
    .slice(1, -1)
    .slice(0, 3000)
    .replaceAll(/[^\w.~-]/g, (character) => {
      const bytes = [...Buffer.from(character)];
      return bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    });
}

interface Odd {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly type: string;
}

function oddRequest(random: Random): Odd {
  const key = oddText(random);
  const record = `{"id":${key},"name":${oddText(random)},${oddText(random)}:${oddValue(random)}}`;
  const type = 'application/json';
  const merge = 'application/merge-patch+json';
  const path = `/things/${inPath(key)}`;
  const choices: readonly Odd[] = [
    { method: 'POST', path: '/things', body: record, type },
    { method: 'PUT', path, body: record, type },
    { method: 'PATCH', path, body: `{"shape":${oddValue(random)}}`, type: merge },
    { method: 'DELETE', path, body: undefined, type },
    { method: 'GET', path, body: undefined, type },
    { method: 'POST', path: `${path}/parts`, body: record, type },
    {
      method: 'GET',
      path: `/things?limit=2&name=${inPath(oddText(random))}`,
      body: undefined,
      type,
    },
    { method: 'PUT', path: '/_mock/state/things/x?check=false', body: record, type },
    { method: 'PATCH', path: '/_mock/state/things', body: `[${record}]`, type },
    {
      method: 'POST',
      path: '/_mock/overrides',
      body: `{"reply":{"breach":true,"status":200,"body":${oddValue(random)}},"times":1,"operation":"getThing"}`,
      type,
    },
    {
      method: 'POST',
      path: '/_mock/credentials',
      body: `{"name":${oddText(random)},"scheme":"x"}`,
      type,
    },
    { method: 'GET', path: '/_mock/requests?limit=5', body: undefined, type },
  ];
  return choices[random(choices.length)] ?? { method: 'GET', path, body: undefined, type };
}

async function send(url: string, { method, path, body, type }: Odd): Promise<Response> {
  return fetch(url + path, {
    method,
    headers: { ...everyScope, ...(body === undefined ? {} : { 'Content-Type': type }) },
    ...(body === undefined ? {} : { body }),
  });
}

describe('whatever texts are sent', { timeout }, () => {
  test.each([1, 2])(
    'no request fails the server, and each start finds what was acknowledged (seed %i)',
    async (seed) => {
      const dice = createDice(seed);
      const random: Random = (limit) => dice.below(limit);
      const cwd = await createTestFolder({ 'openapi.json': JSON.stringify(thingContract) });
      let before: unknown = undefined;
      const statuses = new Map<number, number>();
      for (let round = 0; round < rounds; round += 1) {
        const server = await serve(['openapi.json', '--auth', 'off'], { cwd });
        const found = await (await fetch(`${server.url}/_mock/state`)).json();
        if (before !== undefined) expect(found).toEqual(before);
        for (let count = 0; count < requests; count += 1) {
          const odd = oddRequest(random);
          const response = await send(server.url, odd);
          const text = await response.text();
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
          expect(response.status, `${JSON.stringify(odd).slice(0, 2000)} ${text}`).toBeLessThan(
            500,
          );
          const location = response.headers.get('location');
          // Two keys of 1,024 bytes, of which each may take three characters.
          if (location !== null) expect(location.length).toBeLessThan(6300);
        }
        before = await (await fetch(`${server.url}/_mock/state`)).json();
        for (const word of ['URI malformed', '\u001b'])
          expect(server.stdout() + server.stderr()).not.toContain(word);
        await server.stop('SIGKILL');
      }
      // The requests reach what they are for.
      for (const status of [200, 201, 204, 400]) expect(statuses.get(status)).toBeGreaterThan(0);
    },
  );

  test('the contract that comes with the package stands them, too', async () => {
    const dice = createDice(3);
    const random: Random = (limit) => dice.below(limit);
    const cwd = await createTestFolder();
    let server = await serve([], { cwd });
    // A trust edge: the plan is documented.
    const { operations } = (await (await fetch(`${server.url}/_mock/plan`)).json()) as {
      readonly operations: readonly { readonly method: string; readonly path: string }[];
    };
    for (let round = 0; round < 2; round += 1) {
      for (let count = 0; count < requests; count += 1) {
        const { method, path: template } = operations[random(operations.length)] ??
          operations[0] ?? { method: 'GET', path: '/' };
        const path = template.replaceAll(/\{[^}]*\}/g, () => inPath(oddText(random)));
        const body = method === 'GET' || method === 'DELETE' ? undefined : oddValue(random);
        const response = await send(server.url, { method, path, body, type: 'application/json' });
        expect(response.status, `${method} ${path} ${String(body)}`).toBeLessThan(500);
      }
      const before = await (await fetch(`${server.url}/_mock/state`)).json();
      await server.stop('SIGKILL');
      server = await serve([], { cwd });
      expect(await (await fetch(`${server.url}/_mock/state`)).json()).toEqual(before);
    }
  });
});
