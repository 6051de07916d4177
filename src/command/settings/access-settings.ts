import { createHostNames } from '../../base/addresses.ts';
import { messageOf } from '../../base/errors.ts';
import { readAllowedOrigins } from '../../base/origins.ts';
import { findProxyFault } from '../../server/control/control-access.ts';
import { hideAddressUser } from '../../traffic/redaction/found/url-secrets.ts';
import { UsageError } from '../usage-error.ts';
import type { Givens } from './given.ts';

/** The allowed origins and host names, and the trusted proxies. */
export interface AccessSettings {
  readonly corsOrigins: readonly string[];
  readonly allowHosts: readonly string[];
  readonly trustProxy: readonly string[];
}

export function readAccessSettings({ all }: Pick<Givens, 'all'>): AccessSettings {
  const read = (name: string, check: (texts: readonly string[]) => unknown): readonly string[] => {
    const given = all(name, separators).filter(({ value }) => value !== '');
    for (const { value, from } of given) {
      try {
        check([value]);
      } catch (error) {
        const message = messageOf(error).replaceAll(value, () => hideAddressUser(value));
        throw new UsageError(`${from} ${message}`);
      }
    }
    return given.map(({ value }) => value);
  };
  return {
    corsOrigins: read('cors-origin', readAllowedOrigins),
    allowHosts: read('allow-host', createHostNames),
    trustProxy: read('trust-proxy', assertProxies),
  };
}

function assertProxies(ranges: readonly string[]): void {
  const fault = findProxyFault(ranges);
  if (fault !== undefined) throw new TypeError(fault);
}

/** Origins and addresses contain colons, the default separator of most systems. */
const separators = /[\s,]+/;
