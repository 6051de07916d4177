import type { Contract, PathEntry } from '../contract/compile.ts';
import { ApiError } from '../errors.ts';
import type { Received, Routed } from './exchange.ts';

/** Finds the operation, or says which path or method there is instead. */
export function route(received: Received, contract: Contract): Routed {
  const { method, path } = received;
  const found = contract.routes.match(path);
  if (!found) throw refuseUnknownPath(received, contract);
  const { operations, template } = found.target;
  const operation =
    operations.get(method) ?? (method === 'HEAD' ? operations.get('GET') : undefined);
  if (!operation) {
    const allow = allowedMethods(found.target).join(', ');
    throw new ApiError('method-not-allowed', `${template} has no ${method}. It has: ${allow}.`, {
      headers: { Allow: allow },
    });
  }
  return { ...received, operation, pathValues: found.values };
}

/** The methods of a path, with those that come of themselves. */
function allowedMethods({ operations }: PathEntry): readonly string[] {
  const methods = [...operations.keys()];
  return operations.has('GET') && !operations.has('HEAD') ? [...methods, 'HEAD'] : methods;
}

function refuseUnknownPath({ prefix, path }: Received, contract: Contract): ApiError {
  const sibling = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
  const exists = sibling !== '' && contract.routes.match(sibling);
  const slash = path.endsWith('/') ? 'without a trailing slash' : 'with a trailing slash';
  const hint = exists
    ? `There is ${prefix}${sibling}, ${slash}.`
    : 'No path of the contract matches it.';
  return new ApiError('unknown-path', `There is no ${prefix}${path}. ${hint}`);
}
