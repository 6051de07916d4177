import type { JsonObject } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import type { SeedTools } from '../seed-tools.ts';
import { tryGenerate } from './supply.ts';

/** What a record is made of, besides what was sent. */
export interface RecordPart {
  readonly value: JsonObject;
  /** Members that are required, besides those that always are. */
  readonly required: ReadonlySet<string>;
  /** Whether it is the record before the change. */
  readonly isBefore: boolean;
}

const none: ReadonlySet<string> = new Set();

/** One source for each alternative of the schema; first those that match what was sent. */
export function makeSources(
  { contractIndex: { study, contract }, generate }: SeedTools,
  facts: SchemaFacts | undefined,
  place: string,
  client: JsonObject,
): readonly RecordPart[] {
  const manner = { direction: 'rest', examples: 'last' } as const;
  const made = facts && tryGenerate(generate, facts.part, place, manner);
  const common = isJsonObject(made) ? made : {};
  const isMet = (schema: SchemaFacts['part']): boolean =>
    contract.validators.holds(schema, 'request', client);
  const all = facts?.alternatives ?? [];
  const met = all.filter(isMet);
  const others = all.filter((schema) => !met.includes(schema));
  const kinds = [...met, ...others].flatMap((schema): readonly RecordPart[] => {
    const { part, required } = study(schema).of(client);
    const own = tryGenerate(generate, part, place, manner);
    return isJsonObject(own) ? [{ value: { ...common, ...own }, required, isBefore: false }] : [];
  });
  return [...kinds, { value: common, required: none, isBefore: false }];
}
