import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { describe, expect, test, vi } from 'vitest';

import { patience } from '../patience.ts';
import type { Running } from './run-stuntdouble.ts';
import { serve } from './run-stuntdouble.ts';
import { createTestFolder } from './temporary-folder.ts';

const runFile = promisify(execFile);

const contract = `openapi: 3.1.0
info: { title: Quotes, version: 1.0.0 }
paths:
  /quotes/{quote_id}:
    parameters:
      - { name: quote_id, in: path, required: true, schema: { type: string } }
    get:
      security: [{ login: [] }]
      responses:
        '200':
          description: The quote.
          content: { application/json: { schema: { type: object } } }
components:
  securitySchemes:
    login: { type: http, scheme: basic }
`;
const quotes = JSON.stringify([{ id: 'one', text: 'kept' }]);
const credentials = JSON.stringify([
  { name: 'me', scheme: 'login', value: 'me:secret', scopes: [] },
]);
const encoded = Buffer.from('me:secret').toString('base64');

async function start(hasCredentials: boolean, ...args: readonly string[]): Promise<Running> {
  const cwd = await createTestFolder({
    'openapi.yaml': contract,
    'fixtures/quotes.json': quotes,
    ...(hasCredentials ? { 'fixtures/credentials.json': credentials } : {}),
  });
  return serve(['openapi.yaml', '--ephemeral', ...args], { cwd });
}

describe('the start says who is let in', () => {
  test.each<[string, boolean, readonly string[], string, RegExp | undefined]>([
    ['those with credentials', true, [], `Authorization: Basic ${encoded}`, undefined],
    ['anybody with a well-formed one', false, [], 'Any well-formed credential is taken', undefined],
    [
      'anybody with a well-formed one, whatever the file says',
      true,
      ['--auth', 'presence'],
      'Any well-formed credential is taken, with every scope.',
      /credentials\.json is not used to tell who may get in/,
    ],
    [
      'anybody',
      true,
      ['--auth', 'off'],
      'No client is asked for credentials: --auth is off.',
      undefined,
    ],
  ])('%s', async (_, hasCredentials, args, banner, warning) => {
    const { stdout, stderr } = await start(hasCredentials, ...args);

    expect(stdout()).toContain(`  ${banner}`);
    if (warning) expect(stdout()).toMatch(warning);
    else expect(stdout()).not.toMatch(/may get in|can get in/);
    expect(stderr()).toBe('');
    // The commands to try come a moment after the banner.
    const line = await vi.waitFor(() => {
      const [, found = ''] = /^ {2}(curl .*)$/m.exec(stdout()) ?? [];
      expect(found).not.toBe('');
      return found;
    }, patience);
    const answer = await runFile('sh', ['-c', line]);
    expect(JSON.parse(answer.stdout)).toMatchObject({ text: 'kept' });
  });

  test('nobody', async () => {
    const { url, stdout } = await start(false, '--auth', 'strict');

    expect(stdout()).toContain(
      'No credential is known, so no client gets in where one is asked for.',
    );
    expect(stdout()).not.toContain('curl ');
    expect(stdout()).toMatch(
      /no client can get in where a credential is asked for: .*--auth presence/,
    );
    const headers = { Authorization: `Basic ${encoded}` };
    expect((await fetch(`${url}/quotes/one`, { headers })).status).toBe(401);
  });
});
