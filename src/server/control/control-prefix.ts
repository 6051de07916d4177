import type { Contract } from '../../contract/compile.ts';
import { StartError } from '../../base/errors.ts';

/** Where the control API is, unless somebody says otherwise. */
export const usualPrefix = '/_mock';

/** What keeps a text from being the prefix of the control API; undefined: nothing. */
export function findPrefixFault(text: string): string | undefined {
  const segments = text.split('/').slice(1);
  const isPath = /^(?:\/[\w.~-]+)+$/.test(text);
  const isRelative = segments.some((segment) => /^\.+$/.test(segment));
  if (isPath && !isRelative && !text.startsWith('/~')) return undefined;
  return `must be a path such as ${usualPrefix} or /admin/mock, of letters, digits, ".", "_", "~" and "-", and not begin with "/~", which names a world; not "${text}"`;
}

/** What the control API takes can't be the contract's, too. */
export function assertPrefixIsFree({ operations, documents }: Contract, prefix: string): void {
  const taken = operations.filter(({ path, bases }) =>
    ['', ...bases].some((base) => `${base}${path}/`.startsWith(`${prefix}/`)),
  );
  const [first] = taken;
  if (!first) return;
  const { method, path, part } = first;
  const rest = taken.length > 1 ? ` and ${taken.length - 1} more` : '';
  const message = `${method} ${path}${rest} would be hidden by the control API, which is at ${prefix}: put it elsewhere with --control-prefix (in the library controlPrefix)`;
  throw new StartError([documents.complain(part, message)]);
}
