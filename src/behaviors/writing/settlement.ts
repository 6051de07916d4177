import { ContractBreach } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { freezeJson, isJsonObject, pointerSteps, valueAt } from '../../base/json.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import { factsAt } from '../../contract/schema/schema-facts.ts';
import type { Generate } from '../values/generate.ts';
import { mend, overlay } from './mend.ts';
import { createDistinct } from './separate.ts';
import { createSupply } from './supply.ts';

export interface Settlement {
  readonly operation: Operation;
  readonly key: string;
  /** After `sift`. */
  readonly client: JsonObject;
  /** Replaces members that are missing, or that have a type other than in the record. */
  readonly source: JsonObject;
  /** Whether the collection is complete. */
  readonly isKnown: boolean;
}

export interface DraftKind {
  readonly name: string;
  readonly check: NonNullable<Collection['check']>;
  readonly facts: SchemaFacts;
  readonly generate: Generate;
}

/** The client may have sent the same as another type: a key for an object, a text for a list. */
const ofForm = new Set(['type', 'oneOf', 'anyOf']);

/** Mends a draft until it matches the schema of its records; throws a breach where that fails. */
export function mendRecord(
  draft: JsonObject,
  { name, check, facts: whole, generate }: DraftKind,
  { operation, key, client, source, isKnown }: Settlement,
): JsonObject {
  const facts = whole.of(draft);
  const isImprovised = !isKnown;
  const { value, faults } = mend(draft, {
    check,
    supply: createSupply(generate, facts, `${name}/${key}`, () => source),
    distinct: createDistinct(generate, facts, `${name}/${key}`),
    invent: createSupply(generate, facts, `${name}/${key}`, () => undefined),
    // A value that the client did not send may change. If the collection is not complete, any may:
    // a reply helps more than the message that the contract contradicts itself.
    isReplaceable: ({ pointer, keyword }) =>
      pointer !== '' &&
      (isImprovised ||
        valueAt(client, pointer) === undefined ||
        (ofForm.has(keyword) && isOtherForm(facts, pointer, valueAt(draft, pointer)))),
  });
  if (faults.length === 0 && isJsonObject(value)) return freezeJson(value);
  const isOfForm = faults.every(({ pointer, keyword }) => pointer === '' && ofForm.has(keyword));
  const isSpare = (isOfForm || isImprovised) && check(source).length === 0;
  if (isSpare) return freezeJson(overlay(source, draft, check));
  throw new ContractBreach(
    `${operation.id}, the record "${key}" of ${name} that this would make`,
    faults.map((fault) => ({ in: 'body', ...fault })),
    `The contract lets the request through and forbids its result: mend the request body of ${operation.id}, or the schema of the record.`,
  );
}

/** A number for a text is a mistake; a plain value for an object is the object's name. */
function isOtherForm(facts: SchemaFacts, pointer: string, sent: JsonValue | undefined): boolean {
  const wanted = factsAt(facts, pointerSteps(pointer))?.types;
  const isPlain = typeof sent !== 'object' || sent === null;
  return isPlain && wanted !== undefined && (wanted.has('object') || wanted.has('array'));
}
