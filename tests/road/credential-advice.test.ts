import { describe, expect, it } from 'vitest';

import type { JsonValue } from '../../src/base/json.ts';
import type { Sent } from './open-road.ts';
import { bearer, openWith } from './secured-thing.ts';

describe('a refusal says what lets a client in', () => {
  const way = 'With the option auth "presence" any will do, with "off" none is needed.';
  const token = 'the header Authorization with a Bearer credential';
  const basic = { headers: { authorization: 'Basic dTpw' } };
  const bare = { headers: { authorization: 'my-token' } };
  const other = 'The header Authorization that was sent does not begin with "Bearer ".';
  it.each<[string, JsonValue, Sent, string]>([
    [
      'a credential by its name',
      [{ token: ['read'] }],
      {},
      `Send ${token}. The credential "token" suffices. ${way}`,
    ],
    [
      'one place once, though two schemes use it',
      [{ token: ['read'] }, { second: ['write'] }],
      {},
      `Send ${token}. The credential "token" suffices. ${way}`,
    ],
    [
      'several that are needed together',
      [{ token: ['read'], headerKey: ['read'] }],
      {},
      `Send ${token} and the header X-Key. The credentials "token" and "reader" suffice together. ${way}`,
    ],
    [
      'what a credential needs where none suffices',
      [{ headerKey: ['write'] }],
      {},
      `Send the header X-Key. No known credential suffices: it takes one of the scheme "headerKey" that has "write". ${way}`,
    ],
    [
      'that another scheme was sent',
      [{ token: ['read'] }],
      basic,
      `Send ${token}. ${other} The credential "token" suffices. ${way}`,
    ],
    [
      'that the word before the token is missing, without the token',
      [{ token: ['read'] }],
      bare,
      `Send ${token}. ${other} The credential "token" suffices. ${way}`,
    ],
    [
      'another one where that is not known',
      [{ token: ['write'] }],
      bearer('no'),
      `The credential in ${token} is not known. The credential "token" suffices. ${way}`,
    ],
    [
      'one with the scope that is missing',
      [{ token: ['write'] }],
      bearer('only-a'),
      'This operation requires the scope "write"; the credential "only a" lacks "write". The credential "token" suffices.',
    ],
    [
      'no other where none has the scope',
      [{ token: ['admin'] }],
      bearer('t'),
      'This operation requires the scope "admin"; the credential "token" lacks "admin".',
    ],
  ])('%s', async (_, security, sent, detail) => {
    const road = await openWith(security);
    expect((await road.send('GET', '/things/a', sent)).json).toMatchObject({ detail });
  });

  it('where any will do', async () => {
    const road = await openWith([{ token: ['read'] }], {});
    expect((await road.send('GET', '/things/a')).json).toMatchObject({
      detail: `Send ${token}. Any well-formed credential will do; with the option auth "off" none is needed.`,
    });
  });

  it('where no credential is known', async () => {
    const road = await openWith([{ token: ['read'] }], { credentials: [] });
    expect((await road.send('GET', '/things/a')).json).toMatchObject({
      detail: `Send ${token}. No credential is known: add one to credentials.json among the fixtures. ${way}`,
    });
  });

  it('also one that was minted a moment ago', async () => {
    const road = await openWith([{ token: ['admin'] }]);
    const detail = async (): Promise<JsonValue | undefined> =>
      (await road.send('GET', '/things/a')).json;
    expect(JSON.stringify(await detail())).not.toContain('new one');
    road.world.credentials.mint({
      name: 'new one',
      scheme: 'token',
      value: 'n',
      scopes: ['admin'],
      expiresAt: undefined,
      only: new Map(),
    });
    expect(JSON.stringify(await detail())).toContain(
      String.raw`The credential \"new one\" suffices.`,
    );
  });
});
