import { describe, expect, it, onTestFinished } from 'vitest';

import type { MockCredential, MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';

const ann: MockCredential = { name: 'Ann', scheme: 'apiKey', scopes: [] };

async function open(options: MockOptions = {}): ReturnType<typeof createMock> {
  const mock = await createMock(options);
  onTestFinished(() => mock.close());
  return mock;
}

describe('the end of a credential that a test mints', () => {
  const end = Date.parse('2030-01-01T00:00:00Z');

  it.each<[string, Partial<MockCredential>]>([
    ['expiresAt as a text', { expiresAt: '2030-01-01T00:00:00Z' }],
    ['expiresAt as a Date', { expiresAt: new Date(end) }],
    ['expires_at, as in credentials.json', { expires_at: '2030-01-01T01:00:00+01:00' }],
  ])('is read: %s', async (_, input) => {
    const mock = await open({ auth: 'strict' });
    expect(mock.world().mint({ ...ann, ...input }).expiresAt).toBe(end);
  });

  it.each<[string, Partial<MockCredential>, string]>([
    ['no moment', { expiresAt: 'soon' }, 'mint: /expiresAt: must be of the format "date-time"'],
    ['no date', { expiresAt: new Date('x') }, 'mint: /expiresAt: must be of the format'],
    ['no moment of a file', { expires_at: 'soon' }, 'mint: /expires_at: must be of the format'],
    [
      'both',
      { expiresAt: '2030-01-01T00:00:00Z', expires_at: '2030-01-01T00:00:00Z' },
      'mint takes "expiresAt" or "expires_at", not both',
    ],
  ])('is refused by the name that was given: %s', async (_, input, message) => {
    const mock = await open();
    expect(() => mock.world().mint({ ...ann, ...input })).toThrow(message);
  });
});

describe('minting a credential that changes nothing says so', () => {
  it.each<[MockOptions['auth'], RegExp]>([
    [
      'presence',
      /^The credential "Ann" changes nothing: with the option auth "presence", .* takes any well-formed credential, with every scope\. .*auth: 'strict'/,
    ],
    [
      'off',
      /^The credential "Ann" changes nothing: with the option auth "off", the server asks for none\./,
    ],
  ])('with auth %s', async (auth, message) => {
    const heard: string[] = [];
    const mock = await open({
      ...(auth && { auth }),
      onNotice: (notice) => heard.push(`${notice.level}: ${notice.message}`),
    });
    const { url } = await mock.listen();
    const before = heard.length;
    expect(mock.world().mint(ann)).toMatchObject({
      name: 'Ann',
      notice: expect.stringMatching(message),
    });
    expect(heard.slice(before)).toEqual([
      expect.stringMatching(new RegExp(message.source.replace('^', '^warning: '))),
    ]);
    const reply = await fetch(`${url}/_mock/credentials`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(ann),
    });
    expect([reply.status, await reply.json()]).toEqual([
      201,
      expect.objectContaining({ notice: expect.stringMatching(message) }),
    ]);
  });

  it('and says nothing where it counts', async () => {
    const heard: unknown[] = [];
    const mock = await open({ auth: 'strict', onNotice: (notice) => heard.push(notice) });
    expect(mock.world().mint(ann)).not.toHaveProperty('notice');
    expect(heard).toEqual([]);
  });

  it('as a warning of the process to a test that hears no notices', async () => {
    const heard: string[] = [];
    const hear = ({ name, message }: Error): number => heard.push(`${name}: ${message}`);
    process.on('warning', hear);
    onTestFinished(() => void process.off('warning', hear));
    const mock = await open({ auth: 'presence' });
    mock.world().mint(ann);
    await new Promise(setImmediate);
    expect(heard).toEqual([
      expect.stringMatching(/^StuntdoubleWarning: The credential "Ann" changes nothing/),
    ]);
  });
});
