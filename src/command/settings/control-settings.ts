import { messageOf } from '../../base/errors.ts';
import {
  findTokenFault,
  findPrefixFault,
  usualPrefix,
} from '../../server/control/control-access.ts';
import { readUnmatched } from '../../server/unmatched.ts';
import { UsageError } from '../usage-error.ts';
import type { GivenValue, Givens } from './given.ts';

/** Settings of the control API, and of unmatched requests. */
export interface ControlSettings {
  readonly controlToken: string | undefined;
  readonly controlPrefix: string;
  /** `404`, or the URL of a server. */
  readonly unmatched: string;
}

export function readControlSettings({ find }: Givens): ControlSettings {
  return {
    controlToken: readToken(find('control-token')),
    controlPrefix: readPrefix(find('control-prefix')),
    unmatched: readForward(find('unmatched')),
  };
}

function readToken(given: GivenValue | undefined): string | undefined {
  if (!given) return undefined;
  const fault = findTokenFault(given.value);
  if (fault !== undefined) throw new UsageError(`${given.from} ${fault}`);
  return given.value;
}

function readPrefix(given: GivenValue | undefined): string {
  if (!given) return usualPrefix;
  const fault = findPrefixFault(given.value);
  if (fault !== undefined) throw new UsageError(`${given.from} ${fault}`);
  return given.value;
}

function readForward(given: GivenValue | undefined): string {
  if (!given) return '404';
  try {
    readUnmatched(given.value);
  } catch (error) {
    throw new UsageError(`${given.from} ${messageOf(error)}`);
  }
  return given.value;
}
