import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { writeFolder } from '../base/temporary-folder.test-kit.ts';
import { parseInvocation } from './invocation.ts';
import { UsageError } from './usage-error.ts';

type Environment = Readonly<Record<string, string>>;

const variable = 'STUNTDOUBLE_CONTROL_TOKEN_FILE';

function tokenOf(line: string, env: Environment): string | undefined {
  return parseInvocation(line.split(' ').filter(Boolean), env).settings.controlToken;
}

async function writeToken(text: string): Promise<Environment> {
  return { [variable]: join(await writeFolder({ token: text }), 'token') };
}

describe('a secret in a file that a variable names', () => {
  it.each([
    ['secret', 'secret'],
    ['secret\n', 'secret'],
    ['secret\r\n', 'secret'],
    ['secret\n\n', 'secret'],
    ['two words\n', 'two words'],
  ])('%j is %j', async (text, token) => {
    const env = await writeToken(text);
    for (const command of ['', 'serve', 'report']) expect(tokenOf(command, env)).toBe(token);
    expect(tokenOf('run -- true', env)).toBe(token);
    // An empty variable counts as not set.
    expect(tokenOf('', { ...env, STUNTDOUBLE_CONTROL_TOKEN: '' })).toBe(token);
    expect(tokenOf('', { STUNTDOUBLE_CONTROL_TOKEN: 'plain', [variable]: '' })).toBe('plain');
  });

  it('loses to an argument, and is not read for it', () => {
    expect(tokenOf('--control-token plain', { [variable]: '/nowhere' })).toBe('plain');
  });

  it('is nothing to commands that have no use for it', () => {
    for (const command of ['check', 'plan', 'reset']) {
      expect(tokenOf(command, { [variable]: '/nowhere' })).toBeUndefined();
    }
  });

  it.each<[what: string, text: string, message: string]>([
    ['empty', '', ', which is empty'],
    ['a line break alone', '\n', ', which is empty'],
    ['large', 'k'.repeat(20_000), ', which has more than 16384 bytes: that is no secret'],
    ['a long token', 'k'.repeat(5000), ' must not be longer than 4096 characters'],
    ['two lines', 'seven-up\nmore', ' can not be sent in a header: character 9 is not'],
    ['no text', 'seven-up\ufffd', ' can not be sent in a header: character 9 is not'],
    ['a blank at the end', 'seven-up \n', ' can not be sent in a header: it begins or ends'],
  ])('is refused where it is %s, without a word of it', async (_, text, message) => {
    const env = await writeToken(text);
    const parse = (): unknown => tokenOf('', env);
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(new RegExp(`^${variable}.*${message}`));
    expect(parse).not.toThrow(/seven-up|kkk/);
  });

  it.each<[what: string, path: string, message: string]>([
    ['is not there', '/nowhere/token', "names /nowhere/token, which can't be read: ENOENT"],
    ['is a folder', '/', "names /, which can't be read: EISDIR"],
    ['has no end', '/dev/zero', 'names /dev/zero, which has more than'],
  ])('is refused where the file %s', (_, path, message) => {
    const parse = (): unknown => tokenOf('', { [variable]: path });
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(`${variable} ${message}`);
  });

  it('is refused beside the secret itself', async () => {
    const env = { ...(await writeToken('one')), STUNTDOUBLE_CONTROL_TOKEN: 'two' };
    expect(() => tokenOf('', env)).toThrow(UsageError);
    expect(() => tokenOf('', env)).toThrow(
      `STUNTDOUBLE_CONTROL_TOKEN and ${variable} are both set: leave one of them out`,
    );
  });
});

describe('what stands beside the control token', () => {
  it.each<[line: string, env: Environment, ranges: readonly string[]]>([
    ['', {}, []],
    ['--trust-proxy 127.0.0.1', {}, ['127.0.0.1']],
    ['--trust-proxy 127.0.0.1 --trust-proxy ::1', {}, ['127.0.0.1', '::1']],
    ['', { STUNTDOUBLE_TRUST_PROXY: '::1, 10.0.0.0/8' }, ['::1', '10.0.0.0/8']],
  ])('the proxies of "%s" %o are %j', (line, env, ranges) => {
    const { settings } = parseInvocation(line.split(' ').filter(Boolean), env);
    expect(settings.trustProxy).toEqual(ranges);
  });

  it.each(['localhost', '10.0.0/8', '0.0.0.0/0'])('no proxy is %s', (text) => {
    const parse = (): unknown => parseInvocation([], { STUNTDOUBLE_TRUST_PROXY: text });
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(/^STUNTDOUBLE_TRUST_PROXY /);
  });

  it.each<[line: string, env: Environment, isThere: boolean]>([
    ['', {}, true],
    ['--no-control', {}, false],
    ['', { STUNTDOUBLE_CONTROL: 'off' }, false],
    ['--control', { STUNTDOUBLE_CONTROL: 'off' }, true],
  ])('"%s" %o has a control API: %j', (line, env, isThere) => {
    expect(parseInvocation(line.split(' ').filter(Boolean), env).settings.control).toBe(isThere);
  });
});
