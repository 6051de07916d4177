import type { JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';
import type { Part } from './documents.ts';
import type { Workshop } from './workshop.ts';

/** A value that the contract itself gives for a body, a header or a parameter. */
export interface Example {
  /** The name by which it can be asked for, where it has one. */
  readonly name: string | undefined;
  readonly value: JsonValue;
  /** Where it stands. */
  readonly part: Part;
}

/** The examples of whatever may have some: named ones first, then its own, then its schema's. */
export function compileExamples({ documents }: Workshop, holder: Part): readonly Example[] {
  const own = documents.at(holder, 'example');
  if (own) return [{ name: undefined, value: own.value, part: own }];
  const examples = documents.child(holder, 'examples');
  const names = examples && isJsonObject(examples.value) ? Object.keys(examples.value) : [];
  const named = names.flatMap((name): readonly Example[] => {
    const part = examples && documents.at(examples, name, 'value');
    return part ? [{ name, value: part.value, part }] : [];
  });
  if (named.length > 0) return named;
  const inSchema = documents.at(holder, 'schema', 'example');
  return inSchema ? [{ name: undefined, value: inSchema.value, part: inSchema }] : [];
}
