import type { Contract } from '../contract/compile.ts';
import type { Part } from '../contract/documents.ts';
import type { JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';
import type { RefusalFiller } from '../pipeline/refuse.ts';
import type { Generate } from './generate.ts';
import { viewMember, viewSchema } from './schema-view.ts';

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

type Schemas = Pick<Contract, 'documents' | 'validators'>;

/** Fills the shape that a contract declares for its errors with what the refusal says. */
export function createRefusalFiller(schemas: Schemas, generate: Generate): RefusalFiller {
  return {
    body(schema, problem) {
      const code = problem.type.split(':').at(-1) ?? '';
      const value = generate(schema, 'refusal');
      return sayIn(schemas, schema, 'message', value, { ...problem, code });
    },
    header: (schema, name) => generate(schema, `refusal/${name}`),
  };
}

/** A generated value in which the members whose names say what they are for speak of the refusal. */
function sayIn(
  schemas: Schemas,
  schema: Part,
  name: string,
  value: JsonValue,
  meaning: Meaning,
): JsonValue {
  const { documents, validators } = schemas;
  if (Array.isArray(value)) {
    const { items } = viewSchema(documents, schema);
    if (!items) return value;
    const all = value.map((item: JsonValue) => sayIn(schemas, items, 'message', item, meaning));
    // There is one thing to say; a list that has to be longer says it more often.
    const fits = (list: JsonValue): boolean => validators.check(schema)(list).length === 0;
    return [all.slice(0, 1), all].find(fits) ?? value;
  }
  if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([member, below]): [string, JsonValue] => {
      const part = viewMember(documents, schema, member);
      return [member, part ? sayIn(schemas, part, member, below, meaning) : below];
    });
    return Object.fromEntries(entries);
  }
  const said = speak(name, value, meaning);
  return validators.check(schema)(said).length === 0 ? said : value;
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
