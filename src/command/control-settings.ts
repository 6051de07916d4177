import { findPrefixFault, usualPrefix } from '../control-prefix.ts';
import { messageOf } from '../errors.ts';
import { readUnmatched } from '../unmatched.ts';
import type { Given } from './given.ts';
import { UsageError } from './usage-error.ts';

/** What is told of what stands beside the contract: the control API, and another server. */
export interface ControlSettings {
  readonly controlToken: string | undefined;
  readonly controlPrefix: string;
  /** `404`, or a URL. */
  readonly unmatched: string;
}

export function readControlSettings(find: (name: string) => Given | undefined): ControlSettings {
  return {
    controlToken: find('control-token')?.value,
    controlPrefix: readPrefix(find('control-prefix')),
    unmatched: readForward(find('unmatched')),
  };
}

function readPrefix(given: Given | undefined): string {
  if (!given) return usualPrefix;
  const fault = findPrefixFault(given.value);
  if (fault !== undefined) throw new UsageError(`${given.from} ${fault}`);
  return given.value;
}

function readForward(given: Given | undefined): string {
  if (!given) return '404';
  try {
    readUnmatched(given.value);
  } catch (error) {
    throw new UsageError(`${given.from} ${messageOf(error)}`);
  }
  return given.value;
}
