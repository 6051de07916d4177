import Module from 'node:module';

import { expect, it, onTestFinished, vi } from 'vitest';

import { createFakers, prepareNames } from './fakers.ts';

it('makes names where faker can not be required, as in Jest', async () => {
  vi.stubEnv('JEST_WORKER_ID', '1');
  const load: unknown = Reflect.get(Module, '_load');
  const refuse = (name: string): never => {
    throw new Error(`Must use import to load ES Module: ${name}`);
  };
  Reflect.set(Module, '_load', refuse);
  onTestFinished(() => {
    Reflect.set(Module, '_load', load);
    vi.unstubAllEnvs();
  });
  expect(() => createFakers('da').fakerFor(1)).toThrow('Must use import');

  await prepareNames('da');

  expect(createFakers('da').personFor(1).email).toContain('@');
});
