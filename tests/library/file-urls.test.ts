import { request } from 'node:http';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { Mock, MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';

const url = { type: 'string', format: 'uri' };
const user = {
  type: 'object',
  required: ['id', 'avatar_url', 'pdf_link', 'website'],
  properties: { id: { type: 'string' }, avatar_url: url, pdf_link: url, website: url },
};
const contract = {
  openapi: '3.1.0',
  info: { title: 'Users', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/users/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          '200': { description: 'It.', content: { 'application/json': { schema: user } } },
        },
      },
    },
  },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
};

type User = Readonly<Record<'avatar_url' | 'pdf_link' | 'website', string>>;

async function open(options: MockOptions = {}): Promise<Mock> {
  const folder = await writeFolder({ 'openapi.json': JSON.stringify(contract) });
  const mock = await createMock({ contract: join(folder, 'openapi.json'), ...options });
  await mock.listen();
  onTestFinished(() => mock.close());
  return mock;
}

async function readUser(mock: Mock): Promise<User> {
  const reply = await fetch(`${mock.url}/users/7`, { headers: { 'x-key': 'any' } });
  return (await reply.json()) as User;
}

describe('a made-up URL of a file', () => {
  it.each([{}, { control: false }, { controlToken: 'a-long-token-of-the-test' }])(
    'leads to a file that is open to all, with %o',
    async (options) => {
      const mock = await open(options);
      const { avatar_url: avatar, pdf_link: pdf, website } = await readUser(mock);
      expect(avatar.startsWith(`${mock.url}/_stuntdouble/files/`)).toBe(true);
      expect(website).not.toContain('/_stuntdouble/');
      const picture = await fetch(avatar);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(Buffer.from(await picture.arrayBuffer()).toString('latin1', 1, 4)).toBe('PNG');
      expect((await (await fetch(pdf)).text()).slice(0, 5)).toBe('%PDF-');
      expect(mock.requests().map(({ request: { path } }) => path)).toEqual(['/users/7']);
    },
  );

  it('begins with the public URL, whatever the request calls the server', async () => {
    const publicUrl = 'https://api.example/mock/';
    const mock = await open({ publicUrl });
    const { avatar_url: avatar } = await readUser(mock);
    expect(avatar.startsWith('https://api.example/mock/_stuntdouble/files/')).toBe(true);
    const own = await open();
    expect(await askAs(own, 'other.test')).toContain(`${own.url}/_stuntdouble/files/`);
  });

  it('leads to nothing where there is no such file', async () => {
    const mock = await open();
    const reply = await fetch(`${mock.url}/_stuntdouble/files/a.exe`);
    expect(reply.status).toBe(404);
  });

  it('must begin with a URL', async () => {
    await expect(open({ publicUrl: 'api.example' })).rejects.toThrow('publicUrl must be a URL');
  });
});

function askAs({ url: base }: Mock, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { host, 'x-key': 'any' };
    const asked = request(`${base}/users/7`, { headers }, (reply) => {
      const pieces: Buffer[] = [];
      reply.on('data', (piece: Buffer) => pieces.push(piece));
      reply.on('end', () => resolve(Buffer.concat(pieces).toString()));
    });
    asked.on('error', reject).end();
  });
}
