import { describe, expect, it } from 'vitest';

import { findOwnModules } from './own-modules.ts';

interface Hooks {
  resolve(
    this: void,
    specifier: string,
    context: object,
    next: (...asked: unknown[]) => unknown,
  ): unknown;
}

function register(): Hooks['resolve'] {
  const found: Hooks[] = [];
  findOwnModules({ registerHooks: (hooks: Hooks) => found.push(hooks) });
  const [hooks] = found;
  if (!hooks) throw new Error('nothing was registered');
  return hooks.resolve;
}

const here = new URL('.', import.meta.url).href;

describe('findOwnModules', () => {
  const resolve = register();
  const ask = (specifier: string, parentURL?: string): unknown =>
    resolve(specifier, { parentURL }, (...asked) => ['next', ...asked]);

  it.each([
    ['./options.js', `${here}options.js`],
    ['../library/mock.js', new URL('../library/mock.js', import.meta.url).href],
  ])('finds %s beside the module that asks', (specifier, url) => {
    expect(ask(specifier, `${here}serve.js`)).toEqual({
      url,
      format: 'module',
      shortCircuit: true,
    });
  });

  it.each([
    ['a package', 'express', `${here}serve.js`],
    ['a module of the platform', 'node:fs', `${here}serve.js`],
    ['what is no script of ours', './openapi.json', `${here}serve.js`],
    ['a file whose name is told by whoever calls', 'file:///tmp/state.js', `${here}serve.js`],
    ['a module of somebody else', './a.js', 'file:///elsewhere/b.js'],
    ['the first module of all', './a.js', undefined],
  ])('leaves %s to the platform', (_, specifier, parentURL) => {
    expect(ask(specifier, parentURL)).toEqual(['next', specifier, { parentURL }]);
  });

  it('does without where the platform can’t', () => {
    expect(() => findOwnModules({})).not.toThrow();
  });
});
