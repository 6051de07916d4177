import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { afterEach, describe, expect, it } from 'vitest';

import type { Mock } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';

const built = join(import.meta.dirname, '..', '..', 'dist', 'index.js');
const closing: Mock[] = [];

afterEach(async () => {
  for (const mock of closing.splice(0)) await mock.close();
});

describe('Express', () => {
  // In a process of its own: what another test has loaded stays loaded.
  it('is loaded for whoever asks for the app, and not to listen', async () => {
    const script = `
      import { createRequire } from 'node:module';
      const { createMock } = await import(${JSON.stringify(pathToFileURL(built))});
      const require = createRequire(${JSON.stringify(built)});
      const isLoaded = () => require.resolve('express') in require.cache;
      const mock = await createMock();
      const { url } = await mock.listen();
      const { status } = await fetch(url);
      const before = isLoaded();
      console.log(JSON.stringify([status, before, typeof mock.app, isLoaded()]));
      await mock.close();`;
    const argv = ['--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, argv);
    expect(JSON.parse(stdout)).toEqual([404, false, 'function', true]);
  });

  it('gives one app, which counts from its first middleware on', async () => {
    const mock = await createMock();
    closing.push(mock);
    const { url } = await mock.listen();
    const { app } = mock;
    expect((await fetch(url)).status).toBe(404);
    app.use((_, response) => {
      response.send('mine');
    });
    expect(mock.app).toBe(app);
    expect(await (await fetch(url)).text()).toBe('mine');
  });
});
