import { createHash } from 'node:crypto';

import { beforeEach, describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import type { Answer, OpenRoad, RoadSetup } from './open-road.ts';
import { openRoad } from './open-road.ts';

const file = { type: 'string', format: 'binary' };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const giving = (schema: JsonObject, type = 'application/json'): JsonObject => ({
  description: 'It.',
  content: { [type]: { schema } },
});
const none = { '204': { description: 'Done.' } };
const form = (properties: JsonObject): JsonObject => ({
  content: { 'multipart/form-data': { schema: { type: 'object', properties } } },
});
const below = (operation: string, rest: JsonObject): JsonObject => ({
  [operation]: { parameters: [id], ...rest },
});

const setup: RoadSetup = {
  components: {
    schemas: {
      Asset: {
        type: 'object',
        required: ['id', 'title'],
        properties: {
          id: { type: 'string', readOnly: true },
          title: { type: 'string' },
          originalFileName: { type: 'string' },
          fileSizeInBytes: { type: 'integer' },
          mimeType: { type: 'string' },
          sha1: { type: 'string' },
        },
      },
      Document: {
        type: 'object',
        required: ['id', 'title'],
        properties: {
          id: { type: 'integer', readOnly: true },
          title: { type: 'string' },
          file: {
            type: 'object',
            required: ['size'],
            properties: { name: { type: 'string' }, size: { type: 'integer' } },
          },
        },
      },
      User: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } },
      },
    },
  },
  paths: {
    '/assets': {
      get: { responses: { '200': giving({ type: 'array', items: ref('Asset') }) } },
      post: {
        requestBody: form({
          title: { type: 'string' },
          originalFileName: { type: 'string' },
          assetData: file,
        }),
        responses: { '201': giving(ref('Asset')) },
      },
    },
    '/assets/{id}': {
      ...below('get', { responses: { '200': giving(ref('Asset')) } }),
      ...below('delete', { responses: none }),
    },
    '/assets/{id}/original': {
      ...below('get', { responses: { '200': giving(file, 'application/octet-stream') } }),
      ...below('put', {
        requestBody: { content: { 'application/octet-stream': { schema: file } } },
        responses: none,
      }),
    },
    '/assets/{id}/thumbnail': below('get', { responses: { '200': giving(file, 'image/*') } }),
    '/documents': {
      get: { responses: { '200': giving({ type: 'array', items: ref('Document') }) } },
    },
    '/documents/post_document': {
      post: {
        requestBody: form({ title: { type: 'string' }, document: { type: 'string' } }),
        responses: none,
      },
    },
    '/documents/picture': { post: { requestBody: form({ file }), responses: none } },
    '/documents/{id}': below('get', { responses: { '200': giving(ref('Document')) } }),
    '/documents/{id}/download': below('get', { responses: { '200': giving(file, '*/*') } }),
    '/users': {
      get: { responses: { '200': giving({ type: 'array', items: ref('User') }) } },
      post: {
        requestBody: { content: { 'application/json': { schema: ref('User') } } },
        responses: { '201': giving(ref('User')) },
      },
    },
    '/users/{id}': {
      ...below('get', { responses: { '200': giving(ref('User')) } }),
      ...below('delete', { responses: none }),
    },
    '/users/{id}/avatar': {
      ...below('get', { responses: { '200': giving(file, 'image/*') } }),
      ...below('put', {
        requestBody: { content: { 'image/*': { schema: file } } },
        responses: none,
      }),
      ...below('delete', { responses: none }),
    },
    '/settings/logo': {
      get: { responses: { '200': giving(file, 'image/*') } },
      put: { requestBody: { content: { 'image/png': { schema: file } } }, responses: none },
      delete: { responses: none },
    },
  },
};

const photo = Buffer.from('\x89PNG\r\n\x1a\n\0 not quite \xff', 'latin1');
const other = Buffer.from('GIF89a \0\x80\xff', 'latin1');

let road: OpenRoad;

beforeEach(async () => {
  road = await openRoad(setup);
});

interface Part {
  readonly name: string;
  readonly file?: string;
  readonly type?: string;
  readonly content: string | Uint8Array;
}

async function upload(path: string, parts: readonly Part[]): Promise<Answer> {
  const pieces = parts.map(({ name, file: fileName, type, content }) => {
    const disposition = `form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}`;
    const head = `--x\r\nContent-Disposition: ${disposition}${type === undefined ? '' : `\r\nContent-Type: ${type}`}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]);
  });
  return road.send('POST', path, {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: Buffer.concat([...pieces, Buffer.from('--x--\r\n')]),
  });
}

const assetOf = (content: Uint8Array, name = 'Zürich 1.png', type = 'image/png'): Part[] => [
  { name: 'title', content: 'Sunset' },
  { name: 'assetData', file: name, type, content },
];

const keyOf = ({ json }: Answer): string => (json as { id: string }).id;

async function makeAsset(...args: Parameters<typeof assetOf>): Promise<string> {
  const made = await upload('/assets', assetOf(...args));
  expect(made).toMatchObject({ status: 201, verdict: 'served' });
  return keyOf(made);
}

describe('an uploaded file', () => {
  it('is downloaded as it was sent: bytes, type and name', async () => {
    const key = await makeAsset(photo);
    for (const place of ['original', 'thumbnail']) {
      const answer = await road.send('GET', `/assets/${key}/${place}`);
      expect(answer).toMatchObject({ status: 200, verdict: 'served' });
      expect(answer.bytes).toEqual(photo);
      expect(answer.headers['content-type']).toBe('image/png');
      expect(answer.headers['content-disposition']).toBe(
        `inline; filename="Z_rich 1.png"; filename*=UTF-8''Z%C3%BCrich%201.png`,
      );
    }
  });

  it('is described by its record, unless the request says otherwise', async () => {
    const made = await upload('/assets', assetOf(photo));
    expect(made.json).toMatchObject({
      title: 'Sunset',
      originalFileName: 'Zürich 1.png',
      fileSizeInBytes: photo.length,
      mimeType: 'image/png',
      sha1: createHash('sha1').update(photo).digest('hex'),
    });
    const said = { name: 'originalFileName', content: 'mine.png' };
    const told = await upload('/assets', [...assetOf(photo), said]);
    expect(told.json).toMatchObject({ originalFileName: 'mine.png', mimeType: 'image/png' });
  });

  it('is that of its own record alone', async () => {
    const [first, second] = [await makeAsset(photo), await makeAsset(other, 'b.gif', 'image/gif')];
    expect((await road.send('GET', `/assets/${first}/original`)).bytes).toEqual(photo);
    expect((await road.send('GET', `/assets/${second}/original`)).bytes).toEqual(other);
    const made = await upload('/assets', [{ name: 'title', content: 'No file' }]);
    const bare = await road.send('GET', `/assets/${keyOf(made)}/thumbnail`);
    expect(bare.status).toBe(200);
    expect([photo, other]).not.toContainEqual(bare.bytes);
  });

  it('goes with its record', async () => {
    const key = await makeAsset(photo);
    expect(road.world.items('assets.files')).toHaveLength(1);
    await road.send('DELETE', `/assets/${key}`);
    expect((await road.send('GET', `/assets/${key}/original`)).status).toBe(404);
    expect(road.world.items('assets.files')).toHaveLength(0);
  });

  it('no picture is no preview', async () => {
    const key = await makeAsset(Buffer.from('MP4'), 'a.mp4', 'video/mp4');
    const preview = await road.send('GET', `/assets/${key}/thumbnail`);
    expect(preview.headers['content-type']).toBe('image/png');
    const original = await road.send('GET', `/assets/${key}/original`);
    expect([original.text, original.headers['content-type']]).toEqual(['MP4', 'video/mp4']);
  });

  it('runs nothing in a browser', async () => {
    const key = await makeAsset(Buffer.from('<script>'), 'a.html', 'text/html');
    const { headers } = await road.send('GET', `/assets/${key}/original`);
    expect(headers).toMatchObject({
      'content-disposition': 'attachment; filename="a.html"',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
  });

  it('is part of the state: it comes back with it, and a reset removes it', async () => {
    const key = await makeAsset(photo);
    const before = road.world.save();
    await road.world.reset();
    expect(road.world.items('assets.files')).toHaveLength(0);
    await road.world.restore(before);
    expect((await road.send('GET', `/assets/${key}/original`)).bytes).toEqual(photo);
  });
});

describe('an upload where nothing else makes a record', () => {
  const sent = (): Part[] => [
    { name: 'title', content: 'Bill' },
    { name: 'document', file: 'bill.pdf', type: 'application/pdf', content: '%PDF-' },
  ];

  it('makes one, whatever it answers, with what its part says of the file', async () => {
    expect(await upload('/documents/post_document', sent())).toMatchObject({ status: 204 });
    const [made] = road.world.items('documents');
    expect(made?.body).toMatchObject({ title: 'Bill', file: { name: 'bill.pdf', size: 5 } });
    const answer = await road.send('GET', `/documents/${made?.key}/download`);
    expect([answer.text, answer.headers['content-type']]).toEqual(['%PDF-', 'application/pdf']);
  });

  it('makes none where the path only names a part', async () => {
    const part: Part = { name: 'file', file: 'a.png', type: 'image/png', content: 'PNG' };
    expect(await upload('/documents/picture', [part])).toMatchObject({ status: 204 });
    expect(road.world.items('documents')).toEqual([]);
  });
});

describe('another file for the same record', () => {
  it('takes the place of the first, also in what the record says of it', async () => {
    const key = await makeAsset(photo);
    const replaced = await road.send('PUT', `/assets/${key}/original`, {
      headers: { 'content-type': 'application/octet-stream' },
      body: other,
    });
    expect(replaced.status).toBe(204);
    expect((await road.send('GET', `/assets/${key}/original`)).bytes).toEqual(other);
    const { json } = await road.send('GET', `/assets/${key}`);
    expect(json).toMatchObject({ title: 'Sunset', fileSizeInBytes: other.length });
  });
});

describe('a body that is a file', () => {
  const send = (path: string, body: Uint8Array, type = 'image/png'): Promise<Answer> =>
    road.send('PUT', path, { headers: { 'content-type': type }, body });

  it.each(['/users/ann/avatar', '/settings/logo'])(
    'is downloaded at %s, until it is removed',
    async (path) => {
      const before = await road.send('GET', path);
      expect(await send(path, other)).toMatchObject({ status: 204 });
      expect(await send(path, photo)).toMatchObject({ status: 204 });
      const answer = await road.send('GET', path);
      expect(answer.bytes).toEqual(photo);
      expect(answer.headers['content-type']).toBe('image/png');
      expect(await road.send('DELETE', path)).toMatchObject({ status: 204 });
      const after = await road.send('GET', path);
      expect([after.status, after.bytes]).toEqual([200, before.bytes]);
    },
  );

  it('belongs to the record that the path names', async () => {
    await send('/users/ann/avatar', photo);
    expect((await road.send('GET', '/users/bob/avatar')).bytes).not.toEqual(photo);
    await road.send('DELETE', '/users/ann');
    expect((await road.send('GET', '/users/ann/avatar')).status).toBe(404);
  });
});
