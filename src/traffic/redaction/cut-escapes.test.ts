import { expect, it } from 'vitest';

import { findSecrets } from './found/secrets.ts';
import { createKnownCredentials } from './known-credentials.ts';
import { createRedactor } from './redactor.ts';

const credentials = createKnownCredentials();
credentials.keep(['kept-in-main-that-goes-on']);

const escapeAll = (text: string): string =>
  Buffer.from(text)
    .toString('hex')
    .replaceAll(/../g, (code) => `%${code}`);

it.each([57, 58, 59])(
  'a secret that is percent-encoded in every character is known where a message cuts it: at %i',
  (length) => {
    const redactor = createRedactor(
      { path: '/', query: '', headers: { 'x-api-key': 'of-a-header-that-goes-on' } },
      findSecrets({ schemes: [], known: credentials.texts }),
    );
    for (const secret of ['of-a-header-that-goes-on', 'kept-in-main-that-goes-on']) {
      const text = `it is "${escapeAll(secret).slice(0, length)}…`;
      expect(redactor.text(text)).toBe('it is "…');
    }
  },
);
