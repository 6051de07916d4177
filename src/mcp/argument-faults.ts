import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject, textOf } from '../base/json.ts';
import { suggestNames } from '../base/nearest.ts';

/** A fault of arguments, as the SDK's checker of schemas finds it. */
export interface ArgumentFault {
  /** The pointer to the place in the arguments. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: JsonObject;
  readonly message?: string | undefined;
  /** The value at the place. */
  readonly data?: JsonValue | undefined;
  /** The schema that has the keyword. */
  readonly parentSchema?: JsonObject | undefined;
}

const mostTold = 5;
/** Each is held against all others, and an agent can send any number. */
const mostLookedAt = 200;

/** Says what is wrong with arguments, and what they may be: an agent may not have their schema before it. */
export function describeFaults(faults: readonly ArgumentFault[]): string {
  const all = faults.slice(0, mostLookedAt);
  const told = [...new Set(withoutSums(all).flatMap((fault) => describe(fault, all)))];
  // Each member is known to one of the alternatives.
  if (told.length === 0) return 'the given members do not go together';
  const rest = told.length - mostTold;
  const more = faults.length > all.length ? 'and more' : `and ${rest} more`;
  return [...told.slice(0, mostTold), ...(rest > 0 ? [more] : [])].join('; ');
}

/** Faults of alternatives say it where there are some inside the value; else all that it may be counts. */
function withoutSums(faults: readonly ArgumentFault[]): readonly ArgumentFault[] {
  const sums = faults.filter(isSum);
  return faults.filter((fault) => {
    const isAlternative = sums.some(({ instancePath }) => instancePath === fault.instancePath);
    if (!isAlternative) return true;
    const hasInner = faults.some((one) => isInside(one, fault.instancePath));
    return hasInner ? isInside(fault, fault.instancePath) : isSum(fault);
  });
}

const isSum = ({ keyword }: ArgumentFault): boolean => keyword === 'anyOf' || keyword === 'oneOf';

/** Whether a fault is about a member of a value, and not about the value as such. */
const isInside = ({ instancePath, keyword }: ArgumentFault, place: string): boolean =>
  instancePath.startsWith(`${place}/`) ||
  (instancePath === place && (keyword === 'additionalProperties' || keyword === 'required'));

function describe(fault: ArgumentFault, all: readonly ArgumentFault[]): readonly string[] {
  const {
    instancePath: place,
    keyword,
    params,
    parentSchema: schema,
    message = 'is not allowed',
  } = fault;
  const at = place === '' ? '' : `${place}: `;
  if (keyword === 'additionalProperties') {
    const name = textOf(params['additionalProperty'] ?? '');
    // Each alternative knows members of its own.
    const known = new Set(
      all
        .filter((one) => one.instancePath === place && one.keyword === keyword)
        .flatMap(({ parentSchema }) => membersOf(parentSchema)),
    );
    if (known.has(name)) return [];
    return [`${place}/${name}: is not known here: ${suggestNames(name, [...known])}`];
  }
  if (keyword === 'required') {
    return [`${place}/${textOf(params['missingProperty'] ?? '')}: is required, but missing`];
  }
  const title = schema?.['title'];
  if (typeof title === 'string') return [`${at}must be ${title}`];
  if (['enum', 'const', 'type'].includes(keyword) || isSum(fault)) {
    return [`${at}must be ${describeAllowed(fault, all)}`];
  }
  return [`${at}${message}`];
}

function membersOf(schema: JsonObject | undefined): readonly string[] {
  const properties = schema?.['properties'];
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

/** All that a value may be by what its place was held to. */
function describeAllowed(
  { instancePath, data }: ArgumentFault,
  all: readonly ArgumentFault[],
): string {
  const here = all.filter((one) => one.instancePath === instancePath);
  const values = here.flatMap(({ params }): readonly JsonValue[] => {
    const { allowedValues, allowedValue } = params;
    if (Array.isArray(allowedValues)) return allowedValues;
    return allowedValue === undefined ? [] : [allowedValue];
  });
  const types = here.flatMap(({ keyword, params }) =>
    keyword === 'type' ? [params['type'] ?? []].flat().map((one) => withArticle(textOf(one))) : [],
  );
  const allowed = [...new Set([...values.map((one) => JSON.stringify(one)), ...types])];
  const near = typeof data === 'string' ? suggest(data, values) : '';
  return `${allowed.length > 1 ? 'one of ' : ''}${allowed.join(', ')}${near}`;
}

function suggest(given: string, values: readonly JsonValue[]): string {
  const words = values.filter((one) => typeof one === 'string');
  const found = words.length === 0 ? '' : suggestNames(given, words);
  return found.startsWith('did you mean') ? `: ${found}` : '';
}

const withArticle = (type: string): string => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
