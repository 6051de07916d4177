import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

const library = pathToFileURL(join(import.meta.dirname, '..', '..', 'dist', 'index.js')).href;

const contract = {
  openapi: '3.1.0',
  info: { title: 'Ping', version: '1' },
  paths: { '/ping': { get: { responses: { 204: { description: 'It is up.' } } } } },
};
const program = `
import { createMock } from ${JSON.stringify(library)};
const mock = await createMock({ contract: ${JSON.stringify(contract)} });
const init = { headers: { 'X-Stuntdouble-Fault': 'hang' }, signal: AbortSignal.timeout(2000) };
await mock.fetch('/ping', init).catch(({ name }) => console.log(name));
await mock.close();
console.log('closed');
`;

// A signal of AbortSignal.timeout doesn't keep a process alive.
it('a process waits for a request without a socket as for one with a socket, and then ends', async () => {
  const args = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toBe('TimeoutError\nclosed\n');
});
