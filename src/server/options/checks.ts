/** What the library checks of the values of its options; each check throws a TypeError. */

import { messageOf } from '../../base/errors.ts';
import { describeValue } from '../../base/given.ts';

export function faultOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

export function assertNone(fault: string | undefined, start = ''): void {
  if (fault !== undefined) throw new TypeError(start + fault);
}

export function assertWhole(
  lowest: number,
  rule: string,
  highest: number = Number.MAX_SAFE_INTEGER,
): (value: unknown, name: string) => void {
  return (value, name) => {
    const isWhole = typeof value === 'number' && Number.isSafeInteger(value);
    if (isWhole && value >= lowest && value <= highest) return;
    throw new TypeError(`the option "${name}" must be ${rule}, not ${describeValue(value)}`);
  };
}

export function assertType(type: string, rule: string): (value: unknown, name: string) => void {
  return (value, name) => {
    if (typeof value === type) return;
    throw new TypeError(`the option "${name}" must be ${rule}, not ${describeValue(value)}`);
  };
}

export const assertText: (value: unknown, name: string) => void = assertType('string', 'a text');

export function assertTexts(values: readonly unknown[], name: string): void {
  for (const value of values) assertText(value, name);
}
