import type { JsonObject } from '../base/json.ts';
import { once } from '../base/once.ts';
import { describeFaults } from './argument-faults.ts';
import { addFormats, Ajv, AjvJsonSchemaValidator, fromJsonSchema } from './sdk.ts';

/** The schema of arguments, with a check that says what they may be. */
export function createInputSchema(
  schema: JsonObject,
): ReturnType<typeof fromJsonSchema<JsonObject>> {
  return fromJsonSchema<JsonObject>({ ...schema }, openValidator());
}

/** One for all tools: it keeps each schema that it compiles. */
const openValidator: () => AjvJsonSchemaValidator = once(() => {
  const ajv = new Ajv({ strict: false, validateSchema: false, allErrors: true, verbose: true });
  addFormats(ajv);
  return new AjvJsonSchemaValidator({
    // A trust edge, as below: the SDK hands on the schemas of tools, and the errors of this checker.
    compile: (schema) => ajv.compile(schema as JsonObject),
    getSchema: (id) => ajv.getSchema(id),
    errorsText: (errors) => describeFaults(errors ?? []),
  });
});
