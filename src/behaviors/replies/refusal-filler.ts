import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Part } from '../../contract/load/documents.ts';
import { allBelow, memberOf, possibleOf } from '../../contract/schema/schema-walk.ts';
import type { RefusalFiller } from '../../pipeline/checks/refusal-shape.ts';
import type { Generate, Schemas } from '../values/generate.ts';
import { Unsatisfiable } from '../values/generate.ts';
import { failureWords, isSuccess, saysSuccess } from '../values/vocabulary/flags.ts';
import type { CompleteHeaders } from './answer-headers.ts';

/** The value of the problem document that fits a member, by the member's name. */
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

/** Fills the schemas that a contract declares for its errors with what the refusal says. */
export function createRefusalFiller(
  schemas: Schemas,
  generate: Generate,
  completeHeaders: CompleteHeaders,
): RefusalFiller {
  return {
    body(schema, problem, code = problem.type.split(':').at(-1) ?? '') {
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

/** A generated value, with the refusal's own values in the members whose names ask for them. */
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
  // The value may come from any alternative, so the members of all of them count.
  const possible = possibleOf(documents, schemas);
  if (Array.isArray(value)) {
    const items = allBelow(documents, possible, 'items');
    const said = value.map((item: JsonValue) => sayIn(contract, items, 'message', item, meaning));
    // There is one thing to say; a list that must be longer repeats it.
    return [said.slice(0, 1), said].find(fits) ?? value;
  }
  if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([member, below]): [string, JsonValue] => {
      const own = memberOf(documents, possible, member);
      return [member, sayIn(contract, own, member, below, meaning)];
    });
    return Object.fromEntries(entries);
  }
  const said = saysSuccess(value) ? failureWords : [speak(name, value, meaning)];
  return said.find(fits) ?? value;
}

function speak(name: string, generated: JsonValue, meaning: RefusalMeaning): JsonValue {
  if (generated === true && isSuccess(name)) return false;
  const meant = meanings.find(([names]) => names.test(name))?.[1];
  if (meant === undefined) return generated;
  const said = meaning[meant];
  if (typeof said === typeof generated) return said;
  // A status code that is a text gets the code of the problem.
  if (typeof generated === 'string') return meant === 'status' ? meaning.code : String(said);
  return generated;
}
