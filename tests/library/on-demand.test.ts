import { createRequire } from 'node:module';

import { afterEach, describe, expect, it } from 'vitest';

import type { Mock } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';

const require = createRequire(import.meta.url);
const isExpressLoaded = (): boolean =>
  Object.keys(require.cache).includes(require.resolve('express'));
const closing: Mock[] = [];

afterEach(async () => {
  for (const mock of closing.splice(0)) await mock.close();
});

describe('Express', () => {
  it('is loaded for whoever asks for the app, and not to listen', async () => {
    const mock = await createMock();
    closing.push(mock);
    const { url } = await mock.listen();
    expect((await fetch(url)).status).toBe(404);
    expect(isExpressLoaded()).toBe(false);
    expect(mock.app).toBeTypeOf('function');
    expect(isExpressLoaded()).toBe(true);
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
