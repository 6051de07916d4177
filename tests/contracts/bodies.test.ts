import { expect } from 'vitest';

import { multipart } from './multipart.ts';
import type { Row } from './play-table.ts';
import { playTable } from './play-table.ts';

const letter = '{"to":"Ann"}';
const png = { name: 'file', fileName: 'a.png', type: 'image/png', content: '\u0089PNG\r\n' };
const to = { name: 'to', content: 'ä' };

function send(ask: string, type: string, body: string | Uint8Array, status: number): Row {
  const about = `${type}: ${typeof body === 'string' ? body.slice(0, 60) : 'bytes'}`;
  return { ask, headers: { 'Content-Type': type }, body, status, about };
}

function form(body: string, status: number): Row {
  return send('POST /form', 'application/x-www-form-urlencoded', body, status);
}

function xml(body: string, status: number): Row {
  return send('POST /xml', 'application/xml', body, status);
}

function parts(list: Parameters<typeof multipart>[0], status: number, about: string): Row {
  return { ask: 'POST /multipart', ...multipart(list), status, about };
}

playTable('bodies.yaml', [
  send('POST /json', 'application/json', letter, 204),
  send('POST /json', 'Application/JSON; charset=UTF-8', letter, 204),
  send('POST /json', 'application/json', `\ufeff${letter}`, 204),
  send('POST /json', 'application/json', '{"to":1}', 400),
  send('POST /json', 'application/json', '{"to":', 400),
  send('POST /json', 'application/json', '', 400),
  send('POST /json', 'application/json', 'null', 400),
  send('POST /json', 'application/json', Buffer.from([0x22, 0xff, 0x22]), 400),
  send('POST /json', 'application/json', `{"to":"${'a'.repeat(1_048_576)}"}`, 413),
  send('POST /json', 'application/json', `{"to":"${'a'.repeat(1_000_000)}"}`, 204),
  send('POST /json', 'application/json; charset=latin1', letter, 204),
  send('POST /json', 'application/json; charset=no-such-set', letter, 415),
  send('POST /json', 'text/plain', letter, 415),
  send('POST /json', 'nonsense', letter, 415),
  { ask: 'POST /json', body: letter, status: 415, about: 'no type is named' },
  { ask: 'POST /json', status: 400, about: 'a body is required' },
  { ask: 'POST /optional', status: 204 },
  send('POST /optional', 'application/json', '{"to":1}', 400),
  send('POST /any-json', 'application/vnd.x+json', letter, 204),
  send('POST /any-json', 'application/vnd.x+json', '{}', 400),
  send('POST /any-json', 'application/json', '{}', 204),
  send('POST /vendor', 'application/vnd.post.v1+json', '"one"', 204),
  send('POST /vendor', 'application/vnd.post.v2+json', '"two"', 204),
  send('POST /vendor', 'application/vnd.post.v2+json', '"one"', 400),
  send('POST /vendor', 'application/vnd.post.v3+json', '"one"', 415),
  form('to=Ann', 204),
  form('to=Ann&weight=7&urgent=true', 204),
  form('to=Ann&weight=heavy', 400),
  form('to=Ann&weight=101', 400),
  form('to=Ann&urgent=maybe', 400),
  form('to=Ann&stamps=red&stamps=blue', 204),
  form('to=Ann&stamps=red', 400),
  form('to=Ann&codes=1%7C2', 204),
  form('to=Ann&codes=1', 400),
  form('to=Ann&place[x]=1&place[y]=2', 204),
  form('to=Ann&place[x]=1&place[y]=3', 400),
  form('to=Ann&note=a%26b%3Dc+d%2Be+%C3%A4', 204),
  form('to=Ann&note=a', 400),
  form('to=', 400),
  form('weight=7', 400),
  form('to=Ann&other=1', 400),
  form('to=%zz', 400),
  parts([to, png], 204, 'a file and a field'),
  parts([to, png, { name: 'weight', content: '7' }], 204, 'a number as a text'),
  parts([to, png, { name: 'weight', content: '101' }], 400, 'too heavy'),
  parts([to, { ...png, content: Buffer.alloc(200_000) }], 204, 'a larger file'),
  parts([to], 400, 'no file'),
  parts([png], 400, 'no field'),
  parts([{ name: 'to', content: 'a' }, png], 400, 'another field'),
  parts([to, png, { name: 'letter', content: letter, type: 'application/json' }], 204, 'JSON'),
  parts([to, png, { name: 'letter', content: letter }], 204, 'an object is JSON by default'),
  parts([to, png, { name: 'letter', content: '{', type: 'application/json' }], 400, 'broken JSON'),
  parts([to, png, { name: 'letter', content: '{}', type: 'application/json' }], 400, 'bad JSON'),
  parts([to, png, { ...png, name: 'pages' }, { ...png, name: 'pages' }], 204, 'several files'),
  parts([to, png, { ...png, name: 'pages' }], 400, 'too few files'),
  parts([to, { ...png, type: 'text/html' }], 400, 'a file of another type'),
  send('POST /multipart', 'multipart/form-data', 'x', 400),
  send('POST /multipart', 'multipart/form-data; boundary=b', '--b\r\nContent-Disp', 400),
  send('POST /text', 'text/plain', 'hello', 204),
  send('POST /text', 'text/plain; charset=utf-8', 'äöüßé', 204),
  send('POST /text', 'text/plain', 'h', 400),
  send('POST /text', 'text/plain', 'hello!', 400),
  send('PUT /bytes', 'application/octet-stream', Buffer.from([0, 255, 254, 13, 10]), 204),
  send('PUT /bytes', 'application/octet-stream', Buffer.alloc(2_000_000), 204),
  send('PUT /bytes', 'application/json', letter, 415),
  { ask: 'PUT /bytes', status: 400, about: 'a body is required' },
  { ask: 'GET /bytes', status: 200, type: 'application/octet-stream' },
  send('PUT /image', 'image/webp', Buffer.from([0, 255]), 204),
  send('PUT /image', 'text/plain', 'x', 415),
  { ask: 'GET /image', status: 200, type: 'image/png' },
  xml('<parcel id="7"><recipient>Ann</recipient></parcel>', 204),
  xml('<?xml version="1.0"?>\n<parcel id="7"><recipient>A &amp; B</recipient></parcel>', 204),
  xml('<parcel id="x"><recipient>Ann</recipient></parcel>', 400),
  xml('<parcel><recipient>Ann</recipient></parcel>', 400),
  xml('<parcel id="7"><to>Ann</to></parcel>', 400),
  xml('<parcel id="7"><recipient>Ann</recipient><stamp>a</stamp><stamp>b</stamp></parcel>', 204),
  xml('<parcel id="7"><recipient>Ann</recipient><stamp>a</stamp></parcel>', 400),
  xml(
    '<parcel id="7"><recipient>Ann</recipient><content><item>a</item><item>b</item></content></parcel>',
    204,
  ),
  xml('<parcel id="7"><recipient>Ann</recipient><heavy>true</heavy></parcel>', 204),
  xml('<parcel id="7"><recipient>Ann</recipient><heavy>very</heavy></parcel>', 400),
  xml('<parcel id="7"><recipient>Ann</parcel>', 400),
  xml('no xml', 400),
  {
    ask: 'GET /xml',
    status: 200,
    type: 'application/xml',
    text: expect.toSatisfy((text: string) => {
      const flat = text.replaceAll(/<\?[^>]*\?>|\s*\n\s*/g, '');
      return (
        flat ===
        '<parcel id="7"><recipient>A &amp; B</recipient><content><item>book</item><item>pen</item></content><stamp>red</stamp><stamp>blue</stamp></parcel>'
      );
    }),
  },
  { ask: 'POST /none', status: 204 },
  send('POST /none', 'application/json', letter, 204),
  send('POST /several', 'application/json', letter, 204),
  send('POST /several', 'application/x-www-form-urlencoded', 'to=Ann&lines=a', 204),
  send('POST /several', 'application/x-www-form-urlencoded', 'lines=a', 400),
  send('POST /several', 'text/html', 'hello', 204),
  send('POST /several', 'text/html', 'bye', 400),
  send('POST /several', 'application/xml', '<to/>', 415),
]);
