import { execFileSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import { quotePlain, writeCurl, writeFetch, writeTest } from './copy-as.ts';
import { hostile, jsonHeaders, makeRequest } from './request.test-kit.ts';

const origin = 'http://127.0.0.1:4010';

/** The arguments that a shell makes of a command. */
function argumentsOf(command: string, env: Record<string, string> = {}): readonly string[] {
  const script = command.replace(/^curl/m, String.raw`printf '%s\0'`);
  const text = execFileSync('sh', ['-c', script], { encoding: 'utf8', env });
  return text.split('\0').slice(0, -1);
}

/** What a script gives to `fetch`. */
async function fetched(script: string, env: Record<string, string> = {}): Promise<unknown[]> {
  const given: unknown[] = [];
  const fake = async (...all: unknown[]) => {
    given.push(...all);
    return new Response('');
  };
  const make = Object.getPrototypeOf(fake).constructor;
  const quiet = { log: () => undefined };
  await make('fetch', 'process', 'console', script)(fake, { env }, quiet);
  return given;
}

describe('a request as curl', () => {
  it.each([
    [
      'a read',
      makeRequest({ request: { method: 'GET', query: 'a=1&b=%20' } }),
      [`${origin}/orders?a=1&b=%20`],
    ],
    ['a head', makeRequest({ request: { method: 'HEAD' } }), ['--head', `${origin}/orders`]],
    [
      'brackets',
      makeRequest({ request: { method: 'GET', query: 'a[b]=1' } }),
      ['-g', `${origin}/orders?a[b]=1`],
    ],
    [
      'a removal',
      makeRequest({ request: { method: 'DELETE' } }),
      ['-X', 'DELETE', `${origin}/orders`],
    ],
    [
      'a hostile body',
      makeRequest({ request: { headers: { ...jsonHeaders, host: 'x' }, body: hostile } }),
      [
        `${origin}/orders`,
        '-H',
        'content-type: application/json',
        '--data-raw',
        JSON.stringify(hostile),
      ],
    ],
    [
      'a form',
      makeRequest({
        request: {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: { a: ['1', '2'], 'b c': "it's" },
        },
      }),
      [
        `${origin}/orders`,
        '-H',
        'content-type: application/x-www-form-urlencoded',
        '--data-raw',
        "a=1&a=2&b%20c=it's",
      ],
    ],
    [
      'parts',
      makeRequest({
        request: {
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
          body: { a: '@file', b: { c: 1 } },
        },
      }),
      [`${origin}/orders`, '--form-string', 'a=@file', '--form-string', 'b={"c":1}'],
    ],
  ])('sends %s', (_what, entry, expected) => {
    expect(argumentsOf(writeCurl(entry, origin))).toEqual(expected);
  });

  it('asks for the secrets that the server hides', () => {
    const headers = {
      ...jsonHeaders,
      authorization: 'Bearer …',
      cookie: 'a=…; sid=…',
      'X-Api-Key': '…',
    };
    const request = {
      headers,
      body: { user: { password: '…' }, text: 'wait…' },
      query: 'api_key=…&a=1',
    };
    const command = writeCurl(makeRequest({ request }), origin);
    const env = { TOKEN: 'T 1', A: 'ä', SID: 's', X_API_KEY: 'k', API_KEY: 'q', PASSWORD: 'p' };
    expect(command).toMatch(/^# Set API_KEY, TOKEN, A, SID, X_API_KEY, PASSWORD: the server hides/);
    expect(argumentsOf(command, env)).toEqual([
      `${origin}/orders?api_key=q&a=1`,
      '-H',
      'content-type: application/json',
      '-H',
      'authorization: Bearer T 1',
      '-H',
      'cookie: a=ä; sid=s',
      '-H',
      'X-Api-Key: k',
      '--data-raw',
      '{"user":{"password":"p"},"text":"wait…"}',
    ]);
  });

  it('says that a body was not kept', () => {
    const entry = makeRequest({ request: { body_note: 'it is\ntoo long' } });
    expect(writeCurl(entry, origin).split('\n')[0]).toBe('# The body is left out: it is too long.');
  });
});

describe('a request as fetch', () => {
  it('sends a hostile body', async () => {
    const entry = makeRequest({ request: { headers: jsonHeaders, body: hostile } });
    expect(await fetched(writeFetch(entry, origin))).toEqual([
      `${origin}/orders`,
      { method: 'POST', headers: jsonHeaders, body: JSON.stringify(hostile) },
    ]);
  });

  it('sends a hostile text, and parts', async () => {
    const text = '`${1}` \\ "\'';
    const plain = makeRequest({
      request: { headers: { a: text, cookie: `a=\${b}\`;c=…` }, body: text },
    });
    const [, options] = await fetched(writeFetch(plain, origin), { C: 's' });
    expect(options).toMatchObject({ body: text, headers: { a: text, cookie: 'a=${b}`;c=s' } });
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const [, parts] = await fetched(
      writeFetch(makeRequest({ request: { headers, body: { a: ['1', '2'] } } }), origin),
    );
    expect([...(parts as { body: FormData }).body]).toEqual([
      ['a', '1'],
      ['a', '2'],
    ]);
  });

  it('keeps a member that would set the prototype', async () => {
    const body = JSON.parse('{"__proto__":{"a":1}}');
    const entry = makeRequest({ request: { headers: jsonHeaders, body } });
    const [, options] = await fetched(writeFetch(entry, origin));
    expect(options).toMatchObject({ body: '{"__proto__":{"a":1}}' });
  });
});

describe('a request as a test', () => {
  it('starts a mock, sends the request, and expects its reply', () => {
    const entry = makeRequest({
      request: { headers: { ...jsonHeaders, authorization: 'Bearer …' }, body: { item: 'kettle' } },
      reply: { body: { id: 21, item: 'kettle', created_at: '2030-01-01T08:00:00Z' } },
      changes: [{ collection: 'orders', key: '21', parents: {}, before: null, after: {} }],
    });
    expect(writeTest(entry, ['shop.yaml'])).toBe(`import { createMock } from 'stuntdouble';
import { expect, test } from 'vitest';

test("createOrder answers 201", async () => {
  // Set TOKEN: the server hides secrets.
  await using mock = await createMock({
    contract: "shop.yaml",
  });
  const { url } = await mock.listen();

  const response = await fetch(\`\${url}/orders\`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: \`Bearer \${process.env.TOKEN}\`,
    },
    body: JSON.stringify({
      item: "kettle",
    }),
  });

  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({
    id: expect.any(Number),
    item: "kettle",
    created_at: expect.any(String),
  });
});
`);
  });

  it('expects the status alone where the reply has no JSON', () => {
    const entry = makeRequest({ reply: { status: 204, headers: {} } });
    expect(writeTest(entry, ['shop.yaml'])).not.toContain('toMatchObject');
  });
});

describe('what turns the direction of a text, or hides in it', () => {
  const signs = 'a\u202Eb\u2066\u200B\u2028c\u009Bd';
  const entry = makeRequest({
    request: {
      path: `/orders/${signs}`,
      headers: { ...jsonHeaders, 'x-note': signs },
      body: { [signs]: signs },
    },
  });
  const raw = /[\u007F-\u009F\u200B\u2028-\u202E\u2060-\u2069]/;

  it('is escaped in every copy', () => {
    for (const text of [
      writeCurl(entry, origin),
      writeFetch(entry, origin),
      writeTest(entry, ['a']),
    ])
      expect(text).not.toMatch(raw);
  });

  it('is sent as it was by a shell', () => {
    const sent = argumentsOf(writeCurl(entry, origin));
    expect(sent).toContain(`${origin}/orders/${signs}`);
    expect(sent).toContain(`x-note: ${signs}`);
    expect(JSON.parse(sent.at(-1) ?? '')).toEqual({ [signs]: signs });
  });

  it('is sent as it was by a script', async () => {
    const [url, options] = await fetched(writeFetch(entry, origin));
    expect(url).toBe(`${origin}/orders/${signs}`);
    expect(options).toMatchObject({
      headers: { 'x-note': signs },
      body: JSON.stringify({ [signs]: signs }),
    });
  });

  it.each(['\u001B[31m', 'a\rb', "\u202E'$(x)`", ''])('a shell takes %j as it is', (text) => {
    const read = execFileSync('sh', ['-c', `printf %s ${quotePlain(text)}`], { encoding: 'utf8' });
    expect(read).toBe(text);
    for (const sign of ['\u001B', '\r', '\u202E']) expect(quotePlain(text)).not.toContain(sign);
  });
});
