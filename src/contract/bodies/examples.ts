import type { JsonValue } from '../../base/json.ts';
import { tryParseJson } from '../../base/json.ts';
import type { SchemaFault } from '../checks/validators.ts';
import type { CompileContext } from '../compile-context.ts';
import type { Part } from '../load/documents.ts';
import { namesIn } from '../schema/keywords.ts';

/** A value that the contract gives as an example of a body, a header or a parameter. */
export interface Example {
  /** The name by which a request can ask for it; undefined where it has none. */
  readonly name: string | undefined;
  readonly value: JsonValue;
  /** Where the example is in the contract. */
  readonly part: Part;
  /** What its schema finds wrong with it. */
  readonly faults: () => readonly SchemaFault[];
}

/** How an example is checked against its schema. */
export interface ExampleRules {
  /** Finds what is wrong with a value; undefined where there is no schema. */
  readonly judge: ((value: JsonValue) => readonly SchemaFault[]) | undefined;
  /** Whether a text may stand for the JSON that it holds. */
  readonly isJson: boolean;
}

/** The examples of a body, header or parameter: `example`, then `examples`, then the schema's. */
export function compileExamples(
  { documents }: Pick<CompileContext, 'documents'>,
  holder: Part,
  rules: ExampleRules,
): readonly Example[] {
  const create = (part: Part | undefined, name?: string): readonly Example[] =>
    part ? [createExample(name, part, rules)] : [];
  const named = documents.child(holder, 'examples');
  const schema = documents.at(holder, 'schema');
  const beside = schema && documents.own(schema, 'example');
  const list = documents.at(holder, 'schema', 'examples');
  const indexes = Array.isArray(list?.value) ? [...list.value.keys()] : [];
  return [
    ...create(documents.at(holder, 'example')),
    ...namesIn(named?.value).flatMap((name) =>
      create(named && documents.at(named, name, 'value'), name),
    ),
    ...create(beside ?? documents.at(holder, 'schema', 'example')),
    ...indexes.flatMap((index) => create(list && documents.at(list, index))),
  ];
}

/**
 * Ignores the faults of a text that is not JSON, where the schema wants another type at the root: a
 * text in a format of its own (XML, CSV) cannot match a schema of objects.
 */
export function excuseText(
  faults: readonly SchemaFault[],
  value: JsonValue | undefined,
  isJson: boolean,
): readonly SchemaFault[] {
  if (isJson || typeof value !== 'string') return faults;
  const isOfAnotherKind = faults.some(
    ({ pointer, keyword }) => pointer === '' && keyword === 'type',
  );
  return isOfAnotherKind ? [] : faults;
}

/** Checked on first use: the check of a schema is compiled only when it is needed. */
function createExample(name: string | undefined, part: Part, rules: ExampleRules): Example {
  let known: Judged | undefined;
  const settle = (): Judged => (known ??= judgeValue(part.value, rules));
  return {
    name,
    part,
    get value() {
      return typeof part.value === 'string' ? settle().value : part.value;
    },
    faults: () => settle().faults,
  };
}

interface Judged {
  readonly value: JsonValue;
  readonly faults: readonly SchemaFault[];
}

/** A text that breaks its schema stands for the JSON in it, if that JSON is valid. */
function judgeValue(value: JsonValue, { judge, isJson }: ExampleRules): Judged {
  const faults = excuseText(judge?.(value) ?? [], value, isJson);
  if (faults.length === 0 || !isJson || typeof value !== 'string') return { value, faults };
  const meant = tryParseJson(value);
  const isMeant = meant !== undefined && judge?.(meant).length === 0;
  return isMeant ? { value: meant, faults: [] } : { value, faults };
}
