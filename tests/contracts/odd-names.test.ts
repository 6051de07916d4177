import { expect } from 'vitest';

import type { Row } from './play-table.ts';
import { playTable } from './play-table.ts';

const json = { 'Content-Type': 'application/json' };
const rest = '"toString":1,"":true,"a/b":"","a~b":"","length":3,"$ref":"","ä ö":null';
const whole = `{"__proto__":{"deep":1},"constructor":"constructor",${rest}}`;

// As texts: in a program's own notation __proto__ is no member.
function post(path: string, body: string, status: number): Row {
  return { ask: `POST ${path}`, headers: json, body, status, about: body.slice(0, 40) };
}

playTable('odd-names.json', [
  { ask: 'GET /__proto__', status: 200, is: 'proto' },
  { ask: 'GET /constructor/toString', status: 204 },
  { ask: 'GET /constructor/valueOf', status: 400, text: expect.stringContaining('__proto__') },
  { ask: 'GET /toString', status: 404 },
  { ask: 'GET /a%20b', status: 204 },
  { ask: 'GET /%61%20b', status: 204 },
  { ask: 'GET /a+b', status: 404 },
  { ask: 'GET /%C3%A4/%C3%BC', status: 204 },
  { ask: 'GET /%C3%A4/u', status: 400 },
  { ask: 'GET /100%25', status: 204 },
  { ask: 'GET /til~de/7', status: 204 },
  { ask: 'GET /til~de/x', status: 400 },
  { ask: 'GET /plus+star*/(round)[square]/7', status: 204 },
  { ask: 'GET /plus%2Bstar%2A/%28round%29%5Bsquare%5D/7', status: 204 },
  { ask: 'GET /pluss/(round)[square]/7', status: 404 },
  { ask: 'GET /hash/7', status: 204 },
  { ask: 'GET /hash/x', status: 400 },
  {
    ask: 'GET /names',
    status: 200,
    text: expect.stringMatching(/"__proto__":\{[^}]*"deep":1/),
  },
  post('/names', whole, 204),
  post('/names', whole.replace('"deep":1', '"deep":2'), 400),
  post('/names', whole.replace('"__proto__":{"deep":1},', ''), 400),
  post('/names', whole.replace('"constructor":"constructor",', ''), 400),
  post('/names', whole.replace('"toString":1,', ''), 400),
  post('/names', whole.replace('"length":3', '"length":2'), 400),
  post('/closed', '{"a":1}', 204),
  post('/closed', '{"__proto__":1}', 400),
  post('/closed', '{"a":1,"constructor":1}', 400),
  { ask: 'GET /headers', status: 200, is: 1, answers: { constructor: 'yes' } },
  { ask: 'GET /headers', headers: { constructor: 'y' }, status: 400 },
  { ask: 'GET /headers', headers: { Cookie: '__proto__=y' }, status: 400 },
  { ask: 'GET /headers', headers: { Cookie: '__proto__=x; hasOwnProperty=x' }, status: 200 },
  { ask: 'GET /headers', headers: { Prefer: 'example=__proto__' }, status: 200 },
  {
    ask: 'GET /headers',
    headers: { Prefer: 'example=constructor' },
    status: 404,
    like: { type: 'urn:problem-type:no-such-example' },
    unjudged: 'it speaks of the stand-in and not of the operation',
  },
  {
    ask: 'GET /references',
    status: 200,
    is: {
      slash: 'slash',
      tilde: 'tilde',
      percent: 'percent',
      space: 'space',
      letter: 'letter',
      quote: 'quote',
    },
    unjudged: 'the second validator decodes %25 in another way',
  },
]);
