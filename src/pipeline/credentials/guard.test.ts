import { describe, expect, it } from 'vitest';

import type { JsonValue } from '../../base/json.ts';
import { contractText, loadText, plainOperation } from '../../contract/contract-text.test-kit.ts';
import { createBook } from '../../store/credentials/book.ts';
import type { Guard } from './guard.ts';
import { describeGuard } from './guard.ts';

const securitySchemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  certificate: { type: 'mutualTLS' },
};
const credential = {
  name: 'k',
  scheme: 'key',
  value: 'k',
  scopes: [],
  expiresAt: undefined,
  only: new Map(),
};

describe('what is said at start of who is let in', () => {
  it.each<[Guard['mode'], JsonValue, number, string | undefined, readonly RegExp[]]>([
    ['strict', [{ key: [] }], 1, 'c.json', []],
    [
      'strict',
      [{ key: [] }],
      0,
      undefined,
      [/^no client can get in .* no credentials\.json among/],
    ],
    ['strict', [{ key: [] }], 0, 'c.json', [/^no client can get in .* no credential in c\.json/]],
    ['strict', [], 0, undefined, []],
    ['strict', [{}], 0, undefined, []],
    ['strict', [{ certificate: [] }], 0, undefined, [/^the security scheme "certificate"/]],
    ['presence', [{ key: [] }], 0, undefined, []],
    ['presence', [{ key: [] }], 1, 'c.json', [/^c\.json is not used to tell who may get in/]],
    ['presence', [{ key: [], certificate: [] }], 0, undefined, [/mutualTLS.* counts as shown/]],
    ['off', [{ key: [], certificate: [] }], 1, 'c.json', []],
  ])('%s, %j, %i credentials, file %s', async (mode, security, count, file, expected) => {
    const operations = { get: plainOperation({ security }), put: plainOperation({ security }) };
    const text = contractText({ '/a': operations }, { components: { securitySchemes } });
    const book = createBook(Array.from({ length: count }, () => credential));
    const notices = describeGuard(await loadText(text), { mode, book }, file);
    expect(notices).toEqual(expected.map((message) => expect.stringMatching(message)));
  });
});
