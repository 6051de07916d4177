import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Part } from '../../contract/load/documents.ts';
import type { RefusalFiller } from '../../pipeline/checks/refusal-shape.ts';
import type { Generate, Schemas } from '../values/generate.ts';
import { Unsatisfiable } from '../values/generate.ts';
import { viewSchemas } from '../values/schema-view.ts';
import type { CompleteHeaders } from './answer-headers.ts';

/** Which member of a problem says what the contract's own member of that name asks for. */
const meanings: readonly (readonly [RegExp, keyof RefusalMeaning])[] = [
  [
    /^(message|msg|error|errors?_?message|detail|details|description|error_description|reason)$/i,
    'detail',
  ],
  [/^(title|name|summary)$/i, 'title'],
  [/^(status|status_?code|http_?status|code|error_?code)$/i, 'status'],
  [/^(type|kind|error_?type|slug)$/i, 'code'],
  [/^(instance|path)$/i, 'instance'],
];

interface RefusalMeaning {
  readonly detail: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly instance: string;
}

/** Fills the shape that a contract declares for its errors with what the refusal says. */
export function createRefusalFiller(
  schemas: Schemas,
  generate: Generate,
  completeHeaders: CompleteHeaders,
): RefusalFiller {
  return {
    body(schema, problem) {
      const code = problem.type.split(':').at(-1) ?? '';
      try {
        const value = generate(schema, 'refusal');
        return sayIn(schemas, [schema], 'message', value, { ...problem, code });
      } catch (error) {
        if (error instanceof Unsatisfiable) return undefined;
        throw error;
      }
    },
    headers: (response, own) => completeHeaders(response, own),
  };
}

/** A generated value in which the members whose names say what they are for speak of the refusal. */
function sayIn(
  contract: Schemas,
  schemas: readonly Part[],
  name: string,
  value: JsonValue,
  meaning: RefusalMeaning,
): JsonValue {
  const { documents, validators } = contract;
  const fits = (said: JsonValue): boolean =>
    schemas.every((schema) => validators.check(schema, 'response')(said).length === 0);
  if (Array.isArray(value)) {
    const { items } = viewSchemas(documents, schemas, all);
    const said = value.map((item: JsonValue) => sayIn(contract, items, 'message', item, meaning));
    // There is one thing to say; a list that has to be longer says it more often.
    return [said.slice(0, 1), said].find(fits) ?? value;
  }
  if (isJsonObject(value)) {
    const { properties } = viewSchemas(documents, schemas, all);
    const entries = Object.entries(value).map(([member, below]): [string, JsonValue] => {
      return [member, sayIn(contract, properties.get(member) ?? [], member, below, meaning)];
    });
    return Object.fromEntries(entries);
  }
  const said = speak(name, value, meaning);
  return fits(said) ? said : value;
}

/** The value was made by one of the alternatives, and any of them may know its members. */
function all(alternatives: readonly Part[]): readonly Part[] {
  return alternatives;
}

function speak(name: string, generated: JsonValue, meaning: RefusalMeaning): JsonValue {
  const meant = meanings.find(([names]) => names.test(name))?.[1];
  if (meant === undefined) return generated;
  const said = meaning[meant];
  if (typeof said === typeof generated) return said;
  // A code that is a text names the kind of the problem; a text where a number is meant says it.
  if (typeof generated === 'string') return meant === 'status' ? meaning.code : String(said);
  return generated;
}
