import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { writeFolder } from '../../base/temporary-folder.test-kit.ts';
import type { Documents, ReadOptions } from './documents.ts';
import { loadDocuments } from './documents.ts';
import { serveTexts } from './host.test-kit.ts';

async function load(
  files: Readonly<Record<string, string>>,
  reach: Partial<ReadOptions> = {},
): Promise<{ readonly folder: string; readonly documents: Documents }> {
  const folder = await writeFolder(files);
  const options = { isLenient: false, allowRemoteRefs: false, allowRefs: [], ...reach };
  return { folder, documents: await loadDocuments(join(folder, 'api', 'root.yaml'), options) };
}

function messagesOf({ looseEnds }: Documents): readonly string[] {
  return looseEnds.map(({ complaint }) => complaint.message);
}

describe('files', () => {
  const files = { 'api/root.yaml': 'a: { $ref: ../more/x.yaml }\n', 'more/x.yaml': 'b: 1\n' };

  it('outside of the folder are refused, and the way to allow them is named', async () => {
    const { folder, documents } = await load(files);
    expect(messagesOf(documents)).toEqual([
      `$ref to ../more/x.yaml: the file is outside of the contract's folder; allow its folder with --allow-refs ${join(folder, 'more')}`,
    ]);
    expect(documents.looseEnds).toMatchObject([{ isTolerable: false }]);
  });

  it('are read in a folder that is allowed', async () => {
    const folder = await writeFolder(files);
    const documents = await loadDocuments(join(folder, 'api', 'root.yaml'), {
      isLenient: false,
      allowRemoteRefs: false,
      allowRefs: [join(folder, 'more')],
    });
    expect(messagesOf(documents)).toEqual([]);
    expect(documents.child(documents.root, 'a', 'b')?.value).toBe(1);
  });

  it.each<[string, (folder: string) => Promise<void>]>([
    ['a file', (folder) => symlink(join(folder, 'more', 'x.yaml'), join(folder, 'api', 'x.yaml'))],
    ['a folder', (folder) => symlink(join(folder, 'more'), join(folder, 'api', 'more'))],
  ])('are refused where a link to %s leads out of the folder', async (_, link) => {
    const folder = await writeFolder({
      'api/root.yaml': 'a: { $ref: x.yaml }\nb: { $ref: more/x.yaml }\n',
      'more/x.yaml': 'secret: 1\n',
    });
    await link(folder);
    const documents = await loadDocuments(join(folder, 'api', 'root.yaml'));
    const [refused, missing] = messagesOf(documents).toSorted(
      (left, right) => Number(left.includes('no such')) - Number(right.includes('no such')),
    );
    expect(refused).toMatch(/outside of the contract's folder/);
    // What to allow is where the link leads.
    expect(refused).toContain(`--allow-refs ${join(folder, 'more')}`);
    expect(missing).toMatch(/no such file/);
  });

  it('are read through links that stay within, and from a folder that is one', async () => {
    const folder = await writeFolder({
      'api/root.yaml': 'a: { $ref: link.yaml }\n',
      'api/x.yaml': 'b: 1\n',
    });
    await symlink(join(folder, 'api', 'x.yaml'), join(folder, 'api', 'link.yaml'));
    await mkdir(join(folder, 'other'));
    await symlink(join(folder, 'api'), join(folder, 'other', 'api'));
    const documents = await loadDocuments(join(folder, 'other', 'api', 'root.yaml'));
    expect(messagesOf(documents)).toEqual([]);
    expect(documents.child(documents.root, 'a', 'b')?.value).toBe(1);
  });
});

describe('other hosts', () => {
  it('are not asked unless that is allowed', async () => {
    const url = await serveTexts({ '/x.yaml': 'b: 1\n' });
    const { documents } = await load({ 'api/root.yaml': `a: { $ref: '${url}/x.yaml' }\n` });
    expect(messagesOf(documents)).toEqual([
      expect.stringMatching(/not followed without --allow-remote-refs$/),
    ]);
  });

  it('may refer to what stands beside it, and to themselves', async () => {
    const url = await serveTexts({
      '/one/x.yaml': 'b: { $ref: y.json#/c }\nd: { $ref: "#/e" }\ne: 2\n',
      '/one/y.json': '{"c": 1}',
    });
    const { documents } = await load(
      { 'api/root.yaml': `a: { $ref: '${url}/one/x.yaml' }\n` },
      { allowRemoteRefs: true },
    );
    expect(messagesOf(documents)).toEqual([]);
    expect(documents.child(documents.root, 'a', 'b')?.value).toBe(1);
    expect(documents.child(documents.root, 'a', 'd')?.value).toBe(2);
  });

  it('may not refer to files of this machine', async () => {
    const url = await serveTexts({ '/x.yaml': 'b: { $ref: "file:///etc/hostname" }\n' });
    const { documents } = await load(
      { 'api/root.yaml': `a: { $ref: '${url}/x.yaml' }\n` },
      { allowRemoteRefs: true },
    );
    expect(documents.looseEnds).toMatchObject([
      {
        isTolerable: false,
        complaint: {
          file: `${url}/x.yaml`,
          line: 1,
          message: expect.stringMatching(/another host may not refer to files of this machine/),
        },
      },
    ]);
  });

  it('are asked where they redirect to themselves', async () => {
    const url = await serveTexts({ '/old.yaml': '=> new.yaml', '/new.yaml': 'b: 1\n' });
    const { documents } = await load(
      { 'api/root.yaml': `a: { $ref: '${url}/old.yaml' }\n` },
      { allowRemoteRefs: true },
    );
    expect(messagesOf(documents)).toEqual([]);
    expect(documents.child(documents.root, 'a', 'b')?.value).toBe(1);
  });

  it.each<[string, (port: string) => string, RegExp]>([
    ['this machine', (port) => `http://localhost:${port}/x`, /^localhost \(.+\) belongs to this/],
    [
      'its address',
      (port) => `http://127.0.0.2:${port}/x`,
      /^127\.0\.0\.2 belongs to this machine/,
    ],
    [
      'the address in other digits',
      (port) => `http://2130706433:${port + 1}/`,
      /is no URL|127\.0\.0\.1/,
    ],
    ['IPv6', (port) => `http://[::ffff:127.0.0.1]:${port}/x`, /belongs to this machine/],
    ['no address', (port) => `http://0.0.0.0:${port}/x`, /^0\.0\.0\.0 belongs to this machine/],
    ['its network', () => 'http://192.168.0.1/x', /^192\.168\.0\.1 belongs to this machine/],
    ['a service of a cloud', () => 'http://169.254.169.254/x', /belongs to this machine/],
    ['a file', () => 'file:///etc/hostname', /^it redirects to file:, which is not followed/],
    ['no URL', () => 'http://[', /^it redirects to "http:\/\/\[", which is no URL/],
    ['itself for ever', () => '/start', /^there were more than 5 redirects/],
  ])('are not followed where they redirect to %s', async (_, target, reason) => {
    const texts: Record<string, string> = { '/x': 'secret: 1' };
    const url = await serveTexts(texts);
    texts['/start'] = `=> ${target(new URL(url).port)}`;
    const { documents } = await load(
      { 'api/root.yaml': `a: { $ref: '${url}/start' }\n` },
      { allowRemoteRefs: true },
    );
    const [message = ''] = messagesOf(documents);
    expect(message).toMatch(/^\$ref to .*: it can not be fetched: /);
    expect(message.replace(/^.*it can not be fetched: /, '')).toMatch(reason);
  });

  it('are not asked inside of this machine by a document of another host', async () => {
    const inside = await serveTexts({ '/x.yaml': 'secret: 1\n' });
    const url = await serveTexts({ '/x.yaml': `b: { $ref: '${inside}/x.yaml' }\n` });
    const files = { 'api/root.yaml': `a: { $ref: '${url}/x.yaml' }\n` };
    const { documents } = await load(files, { allowRemoteRefs: true });
    expect(messagesOf(documents)).toEqual([expect.stringMatching(/belongs to this machine/)]);
  });

  it.each<[string, string, RegExp]>([
    ['it is missing', '/no.yaml', /can not be fetched: the answer was 404/],
    ['it is no YAML', '/bad.yaml', /not valid YAML/],
  ])('are complained of where %s', async (_, path, message) => {
    const url = await serveTexts({ '/bad.yaml': 'a: [' });
    const { documents } = await load(
      { 'api/root.yaml': `a: { $ref: '${url}${path}' }\nb: { $ref: '${url}${path}#/b' }\n` },
      { allowRemoteRefs: true },
    );
    expect(messagesOf(documents)).toEqual([
      expect.stringMatching(message),
      expect.stringMatching(message),
    ]);
  });

  it('are complained of where nobody answers', async () => {
    const { documents } = await load(
      { 'api/root.yaml': "a: { $ref: 'http://127.0.0.1:1/x.yaml' }\n" },
      { allowRemoteRefs: true },
    );
    expect(messagesOf(documents)).toEqual([expect.stringMatching(/can not be fetched: ./)]);
  });
});

describe('names of their own', () => {
  it.each<[string, string]>([
    ['an anchor', '#here'],
    ['a dynamic anchor', '#there'],
    ['an id', 'https://example.com/schemas/two'],
    ['an anchor of an id', 'https://example.com/schemas/two#inside'],
    ['a pointer from an id', 'https://example.com/schemas/two#/$defs/deep'],
    ['an id that is relative', 'named.json'],
    ['an anchor in another file', 'other.yaml#far'],
  ])('lead to schemas: %s', async (_, ref) => {
    const { documents } = await load({
      'api/root.yaml': `openapi: 3.1.0
at: { $ref: '${ref}' }
other: { $ref: other.yaml }
components:
  schemas:
    One: { $anchor: here, const: 1 }
    There: { $dynamicAnchor: there, const: 1 }
    Two:
      $id: https://example.com/schemas/two
      const: 1
      $defs:
        inside: { $anchor: inside, const: 1 }
        deep: { const: 1 }
        back: { $ref: two }
        within: { $ref: '#/$defs/deep' }
    Three: { $id: named.json, const: 1 }
`,
      'api/other.yaml': '$defs: { a: { $anchor: far, const: 1 } }\n',
    });
    expect(messagesOf(documents)).toEqual([]);
    expect(documents.child(documents.root, 'at', 'const')?.value).toBe(1);
    const two = documents.at(documents.root, 'components', 'schemas', 'Two', '$defs');
    expect(two && documents.child(two, 'back', 'const')?.value).toBe(1);
    expect(two && documents.child(two, 'within', 'const')?.value).toBe(1);
  });
});
