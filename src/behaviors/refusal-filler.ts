import type { Documents, Part } from '../contract/documents.ts';
import type { JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';
import type { RefusalFiller } from '../pipeline/refuse.ts';
import type { Generate } from './generate.ts';

/** Which member of a problem says what the contract's own member of that name asks for. */
const meanings: readonly (readonly [RegExp, keyof Meaning])[] = [
  [
    /^(message|msg|error|errors?_?message|detail|details|description|error_description|reason)$/i,
    'detail',
  ],
  [/^(title|name|summary)$/i, 'title'],
  [/^(status|status_?code|http_?status|code|error_?code)$/i, 'status'],
  [/^(type|kind|error_?type|slug)$/i, 'code'],
  [/^(instance|path)$/i, 'instance'],
];

interface Meaning {
  readonly detail: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly instance: string;
}

/** Fills the shape that a contract declares for its errors with what the refusal says. */
export function createRefusalFiller(documents: Documents, generate: Generate): RefusalFiller {
  return {
    body(schema, problem) {
      const code = problem.type.split(':').at(-1) ?? '';
      const value = generate(schema, 'refusal');
      return sayIn(documents, schema, 'message', value, { ...problem, code });
    },
    header: (schema, name) => generate(schema, `refusal/${name}`),
  };
}

/** A generated value in which the members whose names say what they are for speak of the refusal. */
function sayIn(
  documents: Documents,
  schema: Part,
  name: string,
  value: JsonValue,
  meaning: Meaning,
): JsonValue {
  if (Array.isArray(value)) {
    const items = documents.child(schema, 'items');
    const [first]: readonly JsonValue[] = value;
    return items && first !== undefined
      ? [sayIn(documents, items, 'message', first, meaning)]
      : value;
  }
  if (!isJsonObject(value)) return speak(name, value, meaning);
  const entries = Object.entries(value).map(([member, below]): [string, JsonValue] => {
    const part = documents.child(schema, 'properties', member);
    return [
      member,
      part ? sayIn(documents, part, member, below, meaning) : speak(member, below, meaning),
    ];
  });
  return Object.fromEntries(entries);
}

function speak(name: string, generated: JsonValue, meaning: Meaning): JsonValue {
  const meant = meanings.find(([names]) => names.test(name))?.[1];
  if (meant === undefined) return generated;
  const said = meaning[meant];
  if (typeof said === typeof generated) return said;
  // A code that is a text names the kind of the problem; a text where a number is meant says it.
  if (typeof generated === 'string') return meant === 'status' ? meaning.code : String(said);
  return generated;
}
