import { join } from 'node:path';

/**
 * Resolves imports between modules of this package from the name alone. Otherwise Node.js looks for
 * several hundred modules on the disk, an eighth of the cost of a start (decision 20). Node.js
 * resolves all other imports as usual.
 */
export function findOwnModules(platform: object = process.getBuiltinModule('node:module')): void {
  // Node.js has it from 22.15 on.
  const register: unknown = Reflect.get(platform, 'registerHooks');
  if (typeof register === 'function') Reflect.apply(register, platform, [{ resolve }]);
}

const root = new URL('..', import.meta.url).href;

type Resolve = (specifier: string, context: Asking, next: Next) => unknown;
type Next = (specifier: string, context: Asking) => unknown;

/** `parentURL` is the module that imports. */
interface Asking {
  readonly parentURL?: string | undefined;
}

const resolve: Resolve = (specifier, context, next) => {
  const { parentURL } = context;
  const isOwn = parentURL?.startsWith(root) && /^\.\.?\/.*\.js$/.test(specifier);
  if (!isOwn) return next(specifier, context);
  return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
};

/**
 * Makes Node.js keep compiled code, which saves a tenth of the next start's cost (decision 18). The
 * folder is inside the package: a user who can write there can change the code of the package, too.
 * If the process can not write there, Node.js keeps nothing, and nothing else changes.
 */
export function keepCompiledCode(platform: object = process.getBuiltinModule('node:module')): void {
  // Node.js has it from 22.8 on. A folder that the environment names wins.
  const enable: unknown = Reflect.get(platform, 'enableCompileCache');
  if (typeof enable === 'function') Reflect.apply(enable, platform, [folder]);
}

const folder = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'stuntdouble');
