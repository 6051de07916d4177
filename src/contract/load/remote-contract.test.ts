import { createServer } from 'node:http';

import { describe, expect, it, onTestFinished } from 'vitest';

import { writeFolder } from '../../base/temporary-folder.test-kit.ts';
import { StartError } from '../../base/errors.ts';
import type { Documents, ReadOptions } from './documents.ts';
import { loadDocuments } from './documents.ts';
import { serveTexts } from './host.test-kit.ts';

function load(place: string, reach: Partial<ReadOptions> = {}): Promise<Documents> {
  return loadDocuments(place, {
    isLenient: false,
    allowRemoteRefs: false,
    allowRefs: [],
    ...reach,
  });
}

function messagesOf({ looseEnds }: Documents): readonly string[] {
  return looseEnds.map(({ complaint }) => complaint.message);
}

describe('a contract of a host', () => {
  it('may refer to documents of its own host, and these to others of it', async () => {
    const url = await serveTexts({
      '/v1/openapi.yaml': 'a: { $ref: more/x.yaml }\nb: { $ref: /y.json#/c }\n',
      '/v1/more/x.yaml': 'd: { $ref: "../z.yaml" }\n',
      '/v1/z.yaml': 'e: 1\n',
      '/y.json': '{"c": 2}',
    });
    const documents = await load(`${url}/v1/openapi.yaml`);
    expect(messagesOf(documents)).toEqual([]);
    expect(documents.child(documents.root, 'a', 'd', 'e')?.value).toBe(1);
    expect(documents.child(documents.root, 'b')?.value).toBe(2);
  });

  it('is found behind a redirect to its own host', async () => {
    const url = await serveTexts({ '/docs': '=> /openapi.yaml', '/openapi.yaml': 'a: 1\n' });
    expect((await load(`${url}/docs`)).root.value).toEqual({ a: 1 });
  });

  it('needs --allow-remote-refs for documents of another host', async () => {
    const other = await serveTexts({ '/x.yaml': 'b: 1\n' });
    const url = await serveTexts({ '/openapi.yaml': `a: { $ref: '${other}/x.yaml' }\n` });
    expect(messagesOf(await load(`${url}/openapi.yaml`))).toEqual([
      expect.stringMatching(/not followed without --allow-remote-refs$/),
    ]);
    // And then it leads into no network that the host can't see itself.
    const allowed = await load(`${url}/openapi.yaml`, { allowRemoteRefs: true });
    expect(messagesOf(allowed)).toEqual([expect.stringMatching(/belongs to this machine/)]);
  });

  it('may not refer to files of this machine, wherever they are', async () => {
    const folder = await writeFolder({ 'x.yaml': 'b: 1\n' });
    const url = await serveTexts({ '/openapi.yaml': `a: { $ref: 'file://${folder}/x.yaml' }\n` });
    const documents = await load(`${url}/openapi.yaml`, {
      allowRemoteRefs: true,
      allowRefs: [folder],
    });
    expect(messagesOf(documents)).toEqual([
      expect.stringMatching(/another host may not refer to files of this machine/),
    ]);
  });

  it('does not open the working folder to the contracts beside it', async () => {
    const url = await serveTexts({ '/openapi.yaml': 'a: 1\n' });
    const folder = await writeFolder({
      'b.yaml': `c: { $ref: '${process.cwd()}/package.json' }\n`,
    });
    const documents = await loadDocuments([`${url}/openapi.yaml`, `${folder}/b.yaml`]);
    expect(messagesOf(documents)).toEqual([expect.stringMatching(/outside of the contract's/)]);
  });
});

describe('a contract that can not be fetched says what to do', () => {
  it.each<[what: string, path: string, message: RegExp]>([
    [
      'nothing there',
      '/no.json',
      /^the answer was 404; give the address of the JSON or YAML itself, often \/openapi\.json,/,
    ],
    ['a page', '/', /^the answer is a web page \(HTML\), not a contract: give the address of/],
    ['a page with a remark', '/remark', /^the answer is a web page/],
    ['no YAML', '/bad.yaml', /^not valid YAML/],
    ['a redirect into nowhere', '/moved', /^it redirects to file:/],
  ])('%s', async (_, path, message) => {
    const url = await serveTexts({
      '/': '\n<!DOCTYPE html>\n<title>API</title>',
      '/remark': '<!-- docs --><html></html>',
      '/bad.yaml': 'a: [',
      '/moved': '=> file:///etc/hostname',
    });
    const error = await load(url + path).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartError);
    const [complaint] = error instanceof StartError ? error.complaints : [];
    expect(complaint?.file).toBe(url + path);
    expect(complaint?.message.replace('can not be fetched: ', '')).toMatch(message);
  });

  it.each<[what: string, status: number, message: RegExp]>([
    ['credentials', 401, /the answer was 401; fetch it with your credentials and pipe it in: curl/],
    ['a fault of the service', 503, /the answer was 503; open the address in a browser/],
  ])('%s', async (_, status, message) => {
    const server = createServer((_request, response) => void response.writeHead(status).end());
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await expect(load(`http://127.0.0.1:${port}/openapi.json`)).rejects.toThrow(message);
  });

  it.each<[what: string, url: string, message: RegExp]>([
    [
      'no server listens',
      'http://127.0.0.1:1/openapi.json',
      /: can not be fetched: connect ECONNREFUSED 127\.0\.0\.1:1; is the service running, and is/,
    ],
    [
      'no server listens at any address of a name',
      'http://localhost:1/openapi.json',
      /: can not be fetched: connect ECONNREFUSED .*; is the service running/,
    ],
    [
      'no such name',
      'http://nowhere.invalid/openapi.json',
      /: can not be fetched: getaddrinfo .* nowhere\.invalid; is the name right/,
    ],
  ])('%s', async (_, url, message) => {
    await expect(load(url)).rejects.toThrow(message);
  });
});
