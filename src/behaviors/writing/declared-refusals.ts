import type { Operation } from '../../contract/operations.ts';

/** Whether a contract provides for a refusal with one of these statuses, also by its range. */
export function declaresOneOf({ responses }: Operation, statuses: readonly number[]): boolean {
  return responses.has('4XX') || statuses.some((status) => responses.has(String(status)));
}
