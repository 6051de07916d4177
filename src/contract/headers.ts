import type { JsonValue } from '../json.ts';
import { isJsonObject, textOf } from '../json.ts';
import type { Part } from './documents.ts';
import type { Example } from './examples.ts';
import { compileExamples } from './examples.ts';
import { coerceText, primitiveOf } from './parameters.ts';
import type { Check } from './validators.ts';
import type { Workshop } from './workshop.ts';

/** A header that a response declares. */
export interface ResponseHeader {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Part | undefined;
  readonly check: Check | undefined;
  readonly examples: readonly Example[];
  /** The value that a header's text stands for. */
  read(text: string): JsonValue;
  /** The text that stands for a value. */
  write(value: JsonValue): string;
}

/** What says how a message travels is for whoever sends it to say, whatever the contract declares. */
const transportHeaders =
  /^(content-(type|length|encoding)|transfer-encoding|connection|keep-alive|date|trailer|upgrade|access-control-.+)$/i;

export function compileHeaders(workshop: Workshop, response: Part): readonly ResponseHeader[] {
  const { documents, validators } = workshop;
  const headers = documents.child(response, 'headers');
  if (!headers || !isJsonObject(headers.value)) return [];
  return Object.keys(headers.value).flatMap((name) => {
    if (transportHeaders.test(name)) return [];
    const header = documents.child(headers, name);
    if (!header || !isJsonObject(header.value)) return [];
    const schema = documents.at(header, 'schema');
    const primitive = primitiveOf(documents, schema);
    const check = schema && validators.check(schema, 'response');
    const read = (text: string): JsonValue => coerceText(primitive, text);
    // What goes out is a text, whatever the example is.
    const judge = check && ((value: JsonValue) => check(read(textOf(value))));
    return [
      {
        name,
        isRequired: header.value['required'] === true,
        schema,
        check,
        examples: compileExamples(workshop, header, { judge, isJson: true }),
        read,
        write: textOf,
      },
    ];
  });
}
