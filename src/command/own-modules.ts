import { join } from 'node:path';

/**
 * Tells the platform where our own modules are: beside the one that asks for them. Else it would look at
 * files and folders for each of some three hundred to find out what is plain from the name, an eighth of
 * what a start costs. What anybody else asks for is none of our business.
 */
export function findOwnModules(platform: object = process.getBuiltinModule('node:module')): void {
  // From Node 22.15 on.
  const register: unknown = Reflect.get(platform, 'registerHooks');
  if (typeof register === 'function') Reflect.apply(register, platform, [{ resolve }]);
}

const root = new URL('..', import.meta.url).href;

type Resolve = (specifier: string, context: Asking, next: Next) => unknown;
type Next = (specifier: string, context: Asking) => unknown;

/** Who asks. */
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
 * Has the platform keep what it compiles of our code and of the libraries, so that the next start needn't do
 * it again: a tenth of what a start costs. It is kept where our code is, since who may write the one may
 * write the other; where nobody may, nothing is kept, and nothing else changes.
 */
export function keepCompiledCode(platform: object = process.getBuiltinModule('node:module')): void {
  // From Node 22.8 on; where the environment has asked for it already, that counts.
  const enable: unknown = Reflect.get(platform, 'enableCompileCache');
  if (typeof enable === 'function') Reflect.apply(enable, platform, [folder]);
}

const folder = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'stuntdouble');
