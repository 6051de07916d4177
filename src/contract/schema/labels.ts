import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf } from '../../base/json.ts';
import { listedIn, textsIn } from './keywords.ts';

/** Members in which generators of contracts write what the values of an `enum` mean. */
const keywords = [
  'x-enum-varnames',
  'x-enumNames',
  'x-enum-names',
  'x-enum-labels',
  'x-enum-descriptions',
  'x-enumDescriptions',
];

/**
 * The words of listed values that are numbers or codes: by an extension, or by the lines of a description
 * ("* `10` - Pending"). None unless each value has its word, and no two the same.
 */
export function labelsIn(schemas: readonly JsonObject[]): ReadonlyMap<JsonValue, string> {
  const listed = schemas.map(listedIn).find((values) => values !== undefined) ?? [];
  const values = listed.filter((value) => value !== null);
  return values.length > 1 && values.every(isCode) ? labelsOf(values, schemas) : none;
}

/** The words of these values, also where these are words themselves. */
export function labelsOf(
  values: readonly JsonValue[],
  schemas: readonly JsonObject[],
): ReadonlyMap<JsonValue, string> {
  const readings = schemas.flatMap((schema) => [
    ...labelLists(schema),
    linesIn(schema, /[\n;]/),
    linesIn(schema, /[\n,;]/),
  ]);
  for (const labelOf of readings) {
    const labels = new Map(values.flatMap((value) => pairOf(value, labelOf(value))));
    if (labels.size === values.length && new Set(labels.values()).size === labels.size)
      return labels;
  }
  return none;
}

const none: ReadonlyMap<JsonValue, string> = new Map();

/** A text of four letters says itself what it means. */
function isCode(value: JsonValue): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= 3);
}

function pairOf(value: JsonValue, label: string | undefined): readonly [JsonValue, string][] {
  const plain = label?.trim().replaceAll(/^["'`]|["'`.]$/g, '') ?? '';
  return /\p{L}/u.test(plain) && plain.length <= longestLabel ? [[value, plain]] : [];
}

const longestLabel = 60;

type LabelOf = (value: JsonValue) => string | undefined;

function labelLists(schema: JsonObject): readonly LabelOf[] {
  const listed = listedIn(schema) ?? [];
  return keywords.flatMap((keyword): readonly LabelOf[] => {
    const told = schema[keyword];
    if (isJsonObject(told)) {
      return [(value) => (Object.hasOwn(told, textOf(value)) ? textOf(told[textOf(value)]) : '')];
    }
    const texts = textsIn(told);
    return texts.length === listed.length && texts.length > 0
      ? [(value) => texts[listed.indexOf(value)]]
      : [];
  });
}

/** `* `10` - Pending`, `10: Pending`, `10 = Pending`: a line for each, or one line with commas. */
function linesIn({ description }: JsonObject, separator: RegExp): LabelOf {
  const text = typeof description === 'string' ? description.replaceAll(tag, '\n') : '';
  const told = text.split(separator).flatMap((line): readonly (readonly [string, string])[] => {
    const [, , quoted, value = quoted, label] = labelLine.exec(line) ?? [];
    return value !== undefined && label !== undefined ? [[value, label]] : [];
  });
  const labels = new Map(told);
  const isPlain = told.every(([value, label]) => labels.get(value) === label);
  return (value) => (isPlain ? labels.get(textOf(value)) : undefined);
}

/** `<br>` and `</li>` end a line. */
const tag = /<\/?[a-z][^<>]{0,99}>/gi;

const labelLine =
  /^\s*(?:[*•-]\s+)?(?:([`'"])([^`'"]{1,60})\1|([\w-]{1,12}?))\s*(?:=>|[-–—:=])\s*(\S.*)$/u;
