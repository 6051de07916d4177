import type { Violation } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, isSameJson } from '../../base/json.ts';
import type { Part } from '../../contract/load/documents.ts';
import { namesRequired } from '../../contract/schema/password-members.ts';
import type { PossibleSchema } from '../../contract/schema/schema-walk.ts';
import { allBelow, memberOf, possibleOf } from '../../contract/schema/schema-walk.ts';
import type { RefusalFiller } from '../../pipeline/checks/refusal-shape.ts';
import type { Generate, Schemas } from '../values/generate.ts';
import { Unsatisfiable } from '../values/generate.ts';
import { failureWords, isSuccess, saysSuccess } from '../values/vocabulary/flags.ts';
import type { CompleteHeaders } from './answer-headers.ts';
import { areFaultsAtPlaces, isListOfFaults, namedValues, placeOf } from './fault-members.ts';

/** The value of the problem document that fits a member, by the member's name. */
const meanings: readonly (readonly [RegExp, keyof RefusalWords])[] = [
  [
    /^(message|msg|problem|error|errors?_?message|detail|details|description|error_description|reason)$/i,
    'detail',
  ],
  [/^(title|name|summary)$/i, 'title'],
  [/^(status|status_?code|http_?status|code|error_?code)$/i, 'status'],
  [/^(type|kind|error_?type|slug)$/i, 'code'],
  [/^(instance|path)$/i, 'instance'],
];

interface RefusalWords {
  readonly detail: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly instance: string;
}

interface RefusalMeaning extends RefusalWords {
  readonly errors?: readonly Violation[];
  /** The one that this part of the body is about. */
  readonly violation?: Violation;
}

/** Fills the schemas that a contract declares for its errors with what the refusal says. */
export function createRefusalFiller(
  { documents, validators }: Schemas,
  generate: Generate,
  completeHeaders: CompleteHeaders,
): RefusalFiller {
  const tools = { documents, validators, generate };
  return {
    body(schema, problem, code = problem.type.split(':').at(-1) ?? '') {
      try {
        const value = generate(schema, 'refusal');
        const place = { schemas: [schema], name: 'message' };
        return sayIn(tools, place, value, { ...problem, code }).value;
      } catch (error) {
        if (error instanceof Unsatisfiable) return undefined;
        throw error;
      }
    },
    headers: (response, own) => completeHeaders(response, own),
  };
}

interface FillerTools extends Schemas {
  readonly generate: Generate;
}

interface FilledPlace {
  readonly schemas: readonly Part[];
  readonly name: string;
}

/** `isKnown`: the refusal or the contract says it, so that it isn't made up. */
interface Said {
  readonly value: JsonValue;
  readonly isKnown: boolean;
}

/** A generated value, with the refusal's own values in the members whose names ask for them. */
function sayIn(
  tools: FillerTools,
  place: FilledPlace,
  value: JsonValue,
  meaning: RefusalMeaning,
): Said {
  const { schemas, name } = place;
  // The value may come from any alternative, so the members of all of them count.
  const possible = possibleOf(tools.documents, schemas);
  const fits = fitsIn(tools, schemas);
  const isNamed = namedValues(possible).some((named) => isSameJson(named, value));
  const at = meaning.violation && placeOf(name, meaning.violation).find(fits);
  if (at !== undefined) return { value: at, isKnown: true };
  if (Array.isArray(value)) {
    const said = sayInList(tools, { ...place, possible }, value, meaning);
    return { ...said, isKnown: said.isKnown || isNamed };
  }
  if (isJsonObject(value)) return sayInObject(tools, { ...place, possible }, value, meaning);
  const said = saysSuccess(value) ? failureWords : speak(name, value, meaning);
  const fitting = said.find(fits);
  if (fitting !== undefined) return { value: fitting, isKnown: true };
  return { value, isKnown: isNamed };
}

function fitsIn({ validators }: Schemas, schemas: readonly Part[]): (said: JsonValue) => boolean {
  return (said) =>
    schemas.every((schema) => validators.check(schema, 'response')(said).length === 0);
}

interface OpenPlace extends FilledPlace {
  readonly possible: readonly PossibleSchema[];
}

function sayInList(
  tools: FillerTools,
  { schemas, name, possible }: OpenPlace,
  value: readonly JsonValue[],
  meaning: RefusalMeaning,
): Said {
  const fits = fitsIn(tools, schemas);
  const items = allBelow(tools.documents, possible, 'items');
  const place = { schemas: items, name: 'message' };
  const { violation, errors = [] } = meaning;
  if (!violation && areFaultsAtPlaces(name, possibleOf(tools.documents, items))) {
    const [first] = items;
    const item = value[0] ?? (first && tools.generate(first, 'refusal'));
    const told =
      item === undefined
        ? []
        : errors.map((one) => sayIn(tools, place, item, narrow(meaning, one)).value);
    if (fits(told)) return { value: told, isKnown: told.length > 0 };
  }
  const said = value.map((item) => sayIn(tools, place, item, meaning));
  const values = said.map((one) => one.value);
  // There is one thing to say; a list that must be longer repeats it.
  const fitting = [values.slice(0, 1), values].find(fits);
  const isKnown = isListOfFaults(name) && said.some((one) => one.isKnown);
  return { value: fitting ?? value, isKnown: fitting !== undefined && isKnown };
}

/** What a refusal says of one violation alone. */
function narrow(meaning: RefusalMeaning, violation: Violation): RefusalMeaning {
  return { ...meaning, detail: violation.message, code: violation.keyword, violation };
}

/** Leaves out optional members that nothing is known to say about. */
function sayInObject(
  tools: FillerTools,
  { schemas, possible }: OpenPlace,
  value: JsonObject,
  meaning: RefusalMeaning,
): Said {
  const { documents } = tools;
  const fits = fitsIn(tools, schemas);
  const isExample = namedValues(possible).some((named) => isSameJson(named, value));
  const required = namesRequired(possible.map((schema) => schema.value));
  const members = Object.entries(value).map(([name, below]) => {
    const own = memberOf(documents, possible, name);
    const said = sayIn(tools, { schemas: own, name }, below, meaning);
    return { name, value: said.value, isKnown: own.length > 0 && (said.isKnown || isExample) };
  });
  const known = members.filter(({ name, isKnown }) => isKnown || required.has(name));
  const [whole, brief] = [members, known].map((some) =>
    Object.fromEntries(some.map((one): [string, JsonValue] => [one.name, one.value])),
  );
  const isKnown = members.some((member) => member.isKnown);
  return { value: brief && fits(brief) ? brief : (whole ?? value), isKnown };
}

/** What to say in a member of this name, if anything. */
function speak(name: string, generated: JsonValue, meaning: RefusalMeaning): readonly JsonValue[] {
  if (typeof generated === 'boolean') return isSuccess(name) ? [false] : [];
  const meant = meanings.find(([names]) => names.test(name))?.[1];
  if (meant === undefined) return [];
  const said = meaning[meant];
  if (typeof said === typeof generated) return [said];
  // A status code that is a text gets the code of the problem.
  if (typeof generated === 'string') return [meant === 'status' ? meaning.code : String(said)];
  return [];
}
