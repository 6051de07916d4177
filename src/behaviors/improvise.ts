import type { Media } from '../contract/bodies.ts';
import type { Operation } from '../contract/operations.ts';
import type { JsonValue } from '../json.ts';
import type { Behavior } from '../pipeline/exchange.ts';
import type { Generate } from './generate.ts';
import { statusOf } from './records.ts';

/** Answers without a state: with the contract's example where it fits, else with generated data. */
export function createImprovisation(operation: Operation, generate: Generate): Behavior {
  const { success, id } = operation;
  const status = statusOf(success?.status);
  return ({ media }) => {
    const body = media && sampleOf(media, `${id} ${status}`, generate);
    return body === undefined ? { status } : { status, body };
  };
}

function sampleOf(media: Media, place: string, generate: Generate): JsonValue | undefined {
  const { examples, schema, check } = media;
  const [example] = examples;
  if (example && (check?.(example.value) ?? []).length === 0) return example.value;
  return schema ? generate(schema, place) : example?.value;
}
