import { createHostNames } from '../base/addresses.ts';
import { messageOf } from '../base/errors.ts';
import type { DecideAccess } from '../http/access/access.ts';
import { createAccess } from '../http/access/access.ts';
import type { MockOptions } from './options.ts';
import { readAllowedOrigins } from '../base/origins.ts';

/**
 * Reads which pages and host names are let in; throws at what can't be read. What is returned takes what hides
 * credentials in notices.
 */
export function openAccess({
  corsOrigin,
  allowHost,
  onNotice,
}: MockOptions): (hide: (text: string) => string) => DecideAccess {
  const origins = read('corsOrigin', corsOrigin, readAllowedOrigins);
  const isAllowedHost = read('allowHost', allowHost, createHostNames);
  return (hide) =>
    createAccess({
      origins,
      isAllowedHost,
      onRefusedPage: (message) => onNotice?.({ level: 'warning', message: hide(message) }),
    });
}

function read<T>(
  name: string,
  given: string | readonly string[] = [],
  make: (texts: readonly string[]) => T,
): T {
  try {
    return make([given].flat());
  } catch (error) {
    throw new TypeError(`${name} ${messageOf(error)}`, { cause: error });
  }
}
