import { expect } from 'vitest';

import type { Row } from './play-table.ts';
import { playTable } from './play-table.ts';

const key = { 'X-Key': 'k' };
const bearer = { Authorization: 'Bearer token' };
const basic = { Authorization: 'Basic YW5uOnB3' };
const digest = {
  Authorization: 'Digest username="ann", realm="Vault", nonce="n", uri="/digest", response="r"',
};

function enters(target: string, headers: Record<string, string> = {}): Row {
  return { ask: `GET ${target}`, headers, status: 204, about: JSON.stringify(headers) };
}

function staysOut(target: string, headers: Record<string, string> = {}): Row {
  const about = JSON.stringify(headers);
  return { ask: `GET ${target}`, headers, status: 401, is: { who: 'nobody' }, about };
}

playTable('security.yaml', [
  enters('/default', key),
  staysOut('/default'),
  staysOut('/default', { 'X-Key': '' }),
  staysOut('/default', bearer),
  staysOut('/default?key=k'),
  enters('/open'),
  enters('/query?key=k'),
  staysOut('/query'),
  staysOut('/query?key='),
  staysOut('/query', { key: 'k' }),
  enters('/cookie', { Cookie: 'a=b; session=s' }),
  staysOut('/cookie', { Cookie: 'a=b' }),
  staysOut('/cookie?session=s'),
  enters('/basic', basic),
  enters('/basic', { Authorization: 'bAsIc YW5uOnB3' }),
  staysOut('/basic'),
  staysOut('/basic', bearer),
  staysOut('/basic', { Authorization: 'Basic' }),
  staysOut('/basic', { Authorization: 'Basic !!!' }),
  staysOut('/basic', { Authorization: 'Basic YW5u' }),
  enters('/bearer', bearer),
  staysOut('/bearer', basic),
  staysOut('/bearer', { Authorization: 'Bearer ' }),
  enters('/digest', digest),
  staysOut('/digest', bearer),
  enters('/oauth', bearer),
  staysOut('/oauth'),
  staysOut('/oauth', basic),
  enters('/connect', bearer),
  staysOut('/connect'),
  enters('/both', { ...key, ...bearer }),
  staysOut('/both', key),
  staysOut('/both', bearer),
  enters('/either', key),
  enters('/either?key=k', basic),
  staysOut('/either', basic),
  staysOut('/either?key=k'),
  enters('/optional'),
  enters('/optional', bearer),
  enters('/optional', { Authorization: 'nonsense' }),
  { ask: 'GET /undeclared', status: 401, type: 'application/problem+json' },
  { ask: 'GET /default', status: 401, answers: { 'www-authenticate': expect.any(String) } },
  {
    ask: 'GET /basic',
    status: 401,
    answers: { 'www-authenticate': expect.stringMatching(/^Basic realm=/) },
  },
  {
    ask: 'GET /digest',
    status: 401,
    answers: { 'www-authenticate': expect.stringMatching(/^Digest /) },
  },
  { ask: 'POST /first/x', status: 401, about: 'before the path is read' },
  { ask: 'POST /first/x', headers: key, json: [], status: 400 },
  { ask: 'POST /first/7', headers: key, body: 'x', status: 415 },
  { ask: 'POST /first/7', headers: key, json: {}, status: 204 },
]);

playTable(
  'security.yaml',
  ['/default', '/basic', '/both', '/oauth', '/cookie'].map((path) => enters(path)),
  { auth: 'off' },
);

playTable(
  'security.yaml',
  [staysOut('/default', key), staysOut('/oauth', bearer), enters('/open')],
  {
    auth: 'strict',
  },
);
