/** A service that takes secrets in every place, and requests that bring one to each. */

const text = { type: 'string' };
const limited = { type: 'string', maxLength: 3 };

const account = {
  type: 'object',
  properties: {
    id: text,
    name: limited,
    password: { type: 'string', pattern: '^[a-z]{3}$' },
    user: {
      type: 'object',
      properties: { apiKey: limited, clientSecret: { type: 'string', enum: ['x', 'y'] } },
    },
    tokens: { type: 'array', items: limited },
    authorization: { type: 'object', properties: { value: limited } },
    magicWord: { type: 'string', format: 'password', maxLength: 3 },
    favourite: { type: 'string', writeOnly: true, pattern: '^x$' },
    way: {
      oneOf: [
        { type: 'object', properties: { kind: { const: 'a' }, passphrase: limited } },
        { type: 'object', properties: { kind: { const: 'b' }, passphrase: { type: 'number' } } },
      ],
    },
    card: { type: 'object', properties: { number: limited } },
    page_token: limited,
    max_tokens: { type: 'string', maxLength: 3 },
    login: { type: 'string', format: 'uri' },
    note: text,
  },
};

const content = Object.fromEntries(
  [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/xml',
  ].map((type) => [type, { schema: account }]),
);
const done = { 204: { description: 'Done.' } };
const inPath = (name: string): object => ({ name, in: 'path', required: true, schema: limited });

export const serviceFiles: Readonly<Record<string, string>> = {
  'openapi.json': JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Accounts', version: '1' },
    paths: {
      '/sign-up': {
        post: {
          operationId: 'signUp',
          parameters: [
            { name: 'access_token', in: 'query', schema: limited },
            {
              name: 'list_secret',
              in: 'query',
              explode: false,
              schema: { type: 'array', items: limited },
            },
            {
              name: 'hidden',
              in: 'query',
              schema: { type: 'string', format: 'password', maxLength: 3 },
            },
            { name: 'page_token', in: 'query', schema: limited },
            { name: 'X-Session-Token', in: 'header', schema: limited },
            { name: 'theme', in: 'cookie', schema: limited },
          ],
          requestBody: { content },
          responses: done,
        },
      },
      '/accounts/{id}': {
        get: {
          operationId: 'readAccount',
          parameters: [inPath('id')].map((one) => ({ ...one, schema: text })),
          responses: {
            200: { description: 'It.', content: { 'application/json': { schema: account } } },
          },
        },
      },
      '/hooks/{hook_token}/runs': {
        post: { operationId: 'runHook', parameters: [inPath('hook_token')], responses: done },
      },
      '/locked': {
        get: { operationId: 'readLocked', security: [{ key: [] }, { basic: [] }], responses: done },
      },
      '/open': { get: { operationId: 'readOpen', responses: done } },
    },
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Entrance' },
        basic: { type: 'http', scheme: 'basic' },
      },
    },
  }),
  'fixtures/accounts.json': JSON.stringify([{ id: 'a', name: 'Ann' }]),
  'fixtures/credentials.json': JSON.stringify([
    { name: 'Key', scheme: 'key', value: 'Zq7-known-credential', scopes: [] },
    { name: 'Pair', scheme: 'basic', value: 'ann:Zq7-known-password', scopes: [] },
  ]),
};

/** What must never be shown begins so; or is one of these numbers. */
export const canary: RegExp = /Zq7|86753\d\d/;

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const xml = { 'Content-Type': 'application/xml' };
const base64 = (plain: string): string => Buffer.from(plain).toString('base64');
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJaYzciOiJacTcifQ.Zq7-signature';

function signUp(value: unknown): Asked {
  return { method: 'POST', headers: json, body: JSON.stringify(value) };
}

function send(type: Readonly<Record<string, string>>, body: string): Asked {
  return { method: 'POST', headers: type, body };
}

function parts(fields: Readonly<Record<string, string>>): Asked {
  const written = Object.entries(fields).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return send(
    { 'Content-Type': 'multipart/form-data; boundary=b' },
    `${written.join('')}--b--\r\n`,
  );
}

function withHeaders(headers: Readonly<Record<string, string>>): Asked {
  return { headers };
}

/** Where the secret is, the path with its query, and the rest. */
export const requests: readonly (readonly [string, string, Asked?])[] = [
  ['a declared header', '/locked', withHeaders({ 'X-Entrance': 'Zq7-entrance' })],
  ['a header that was let in', '/locked', withHeaders({ 'X-Entrance': 'Zq7-known-credential' })],
  ['a token header', '/open', withHeaders({ 'X-Auth-Token': 'Zq7-auth-token' })],
  ['a private token', '/open', withHeaders({ 'PRIVATE-TOKEN': 'Zq7-private' })],
  ['Authorization', '/open', withHeaders({ Authorization: 'Bearer Zq7-bearer' })],
  ['Authorization of no scheme', '/open', withHeaders({ Authorization: 'Zq7-alone' })],
  [
    'Authorization of another',
    '/locked',
    withHeaders({ Authorization: `Basic ${base64('a:Zq7-basic')}` }),
  ],
  ['Proxy-Authorization', '/open', withHeaders({ 'Proxy-Authorization': 'Digest Zq7-proxy' })],
  ['cookies', '/open', withHeaders({ Cookie: 'sid=Zq7-sid; theme=Zq7-theme' })],
  [
    'a cookie that breaks the contract',
    '/sign-up',
    { method: 'POST', headers: { Cookie: 'theme=Zq7-cookie' } },
  ],
  [
    'a header that breaks the contract',
    '/sign-up',
    { method: 'POST', headers: { 'X-Session-Token': 'Zq7-header' } },
  ],
  ['the address before', '/open', withHeaders({ Referer: 'http://a.test/?token=Zq7-referer&b=1' })],
  ['a query', '/open?access_token=Zq7-query&API_KEY=Zq7-upper&api_key[]=Zq7-list'],
  [
    'a query of other names',
    '/open?user[password]=Zq7-user&refreshToken=Zq7-refresh&%70assword=Zq7-percent',
  ],
  [
    'a query of more names',
    '/open?client-secret=Zq7-kebab&a.passphrase=Zq7-dots&pwd=Zq7-pwd&id_token=Zq7-id',
  ],
  ['a query that breaks the contract', '/sign-up?access_token=Zq7-broken', { method: 'POST' }],
  ['a list in a query', '/sign-up?list_secret=Zq7a,Zq7b', { method: 'POST' }],
  ['a query that is declared a password', '/sign-up?hidden=Zq7-hidden', { method: 'POST' }],
  ['a path', '/hooks/Zq7-hook/runs', { method: 'POST' }],
  ['a path, short', '/hooks/Zq7x/runs', { method: 'POST' }],
  ['a path with another method', '/hooks/Zq7-method/runs', { method: 'DELETE' }],
  ['an unknown path with a query', '/none?token=Zq7-none'],
  ['an unknown path with a known credential', '/none/Zq7-known-credential/more'],
  ['an unknown path with a known password', '/none/Zq7-known-password'],
  ['an unknown path with a signed token', `/none/${jwt}`],
  ['an unknown path with a parameter of its own', '/none;api_key=Zq7-matrix/a'],
  [
    'an unknown path with what a header shows',
    '/none/Zq7-again',
    withHeaders({ 'X-Api-Key': 'Zq7-again' }),
  ],
  ['a name, a password and a host', '/open?next=https%3A%2F%2Fann%3AZq7-address%40a.test'],
  ['JSON', '/sign-up', signUp({ password: 'Zq7-json' })],
  ['JSON, short', '/sign-up', signUp({ password: 'Zq7' })],
  ['JSON, a number', '/sign-up', signUp({ password: 8675301 })],
  ['JSON below', '/sign-up', signUp({ user: { apiKey: 'Zq7-deep', clientSecret: 'Zq7-enum' } })],
  ['JSON in a list', '/sign-up', signUp({ tokens: ['Zq7-first', 'Zq7-second'] })],
  ['JSON in an object of the name', '/sign-up', signUp({ authorization: { value: 'Zq7-value' } })],
  ['JSON, declared', '/sign-up', signUp({ magicWord: 'Zq7-magic' })],
  ['JSON, written and never read', '/sign-up', signUp({ favourite: 'Zq7-favourite' })],
  ['JSON of one kind or another', '/sign-up', signUp({ way: { kind: 'c', passphrase: 'Zq7w' } })],
  ['JSON, a card', '/sign-up', signUp({ card: { number: 'Zq7-card' }, cvv: 8675302 })],
  [
    'JSON with an address',
    '/sign-up',
    signUp({ login: 'not a uri, postgres://ann:Zq7-database@db' }),
  ],
  ['JSON within a text', '/sign-up', signUp({ note: '{"password": "Zq7-inner", "a": 1}' })],
  [
    'XML within a text',
    '/sign-up',
    signUp({ note: '<a><password><b>Zq7-inner</b></password></a>' }),
  ],
  ['a signed token anywhere', '/sign-up', signUp({ note: `see ${jwt}` })],
  ['a known credential anywhere', '/sign-up', signUp({ name: 'Zq7-known-credential' })],
  ['JSON that is none', '/sign-up', send(json, '{"password": "Zq7-cut')],
  ['a form', '/sign-up', send(form, 'password=Zq7-form&user[apiKey]=Zq7-inform')],
  ['a form that is none', '/sign-up', send(form, 'password=Zq7-%ZZ')],
  ['a form of parts', '/sign-up', parts({ password: 'Zq7-part', magicWord: 'Zq7-part-magic' })],
  ['XML', '/sign-up', send(xml, '<a><password>Zq7-xml</password><tokens>Zq7-list</tokens></a>')],
  ['XML that is none', '/sign-up', send(xml, '<a><password>Zq7-xml</Zq7-xml></a>')],
  ['a reply of JSON', '/accounts/json'],
  ['a reply of text', '/accounts/text'],
  ['a reply that breaks the contract', '/accounts/a'],
];

/** What the service answers in place of the usual, as the control API takes it. */
export const replies: readonly object[] = [
  {
    operation: 'readAccount',
    match: { path: { id: 'json' } },
    reply: {
      status: 200,
      headers: { 'Set-Cookie': 'sid=Zq7-set', Location: '/a?token=Zq7-location' },
      body: { password: 'Zq7-reply', user: { apiKey: 'Zq7-key' }, note: 'visible-reply' },
      breach: true,
    },
  },
  {
    operation: 'readAccount',
    match: { path: { id: 'text' } },
    reply: {
      status: 200,
      headers: { 'Content-Type': 'application/xml' },
      body: '<a><access_token>Zq7-reply-xml</access_token><b>visible-xml</b></a>',
      breach: true,
    },
  },
];

/** What is no secret is shown. */
export const visible: readonly (readonly [string, Asked?])[] = [
  ['/sign-up?page_token=visible-page', { method: 'POST' }],
  [
    '/sign-up',
    signUp({ page_token: 'visible-body', max_tokens: 'visible-count', name: 'visible-name' }),
  ],
  ['/visible-path/more'],
];
