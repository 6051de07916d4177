import type { Check } from '../contract/validators.ts';

/** Whether a value is right; to ask for its faults instead takes longer where there are some. */
export function isAccepted(check: Check | undefined, value: unknown): boolean {
  if (!check) return true;
  return check.accepts?.(value) ?? check(value).length === 0;
}
