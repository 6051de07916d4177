import type { Outcome, Validated } from '../pipeline/exchange.ts';
import type { Item } from '../store/record.ts';
import { requireRecord } from './addressing.ts';
import type { CreateBehavior } from './means.ts';

/** Answers with the record that the path names. */
export const createRead: CreateBehavior =
  (target, { holdings }) =>
  (request) =>
    toOutcome(request, requireRecord(holdings, target, request));

/** The status and the content of an operation that succeeds with a record. */
export function toOutcome({ choice }: Validated, item: Item): Outcome {
  const { status, media } = choice;
  return media ? { status, item } : { status };
}
