import { isJsonObject, textOf } from '../../../base/json.ts';
import type { Documents, Part } from '../../load/documents.ts';
import type { Operation } from '../../operations.ts';
import type { Parameter } from '../../parameters/parameters.ts';
import { outlineMembers, outlineTypes } from '../../schema/outlines.ts';
import { keywordOf } from '../../schema/schema-walk.ts';
import type { DeclaredQuery } from './conventions/convention.ts';
import { descriptionOf, numberOf, queryWordsOf } from './list-words.ts';
import { isOfNumbers } from './query-members.ts';

/** A query parameter, or a member of a parameter that is an object. */
export interface Query extends DeclaredQuery {
  readonly schema: Part | undefined;
  readonly maximum: number | undefined;
  /** Whether its values may be texts, or lists of texts, as far as its schema says. */
  readonly mayBeText: boolean;
  /** Whether it is a list of texts. */
  readonly isTexts: boolean;
  /** The only values that it may have; undefined where it may have others. */
  readonly values: readonly string[] | undefined;
}

/** The query parameters that an operation declares. */
export function surveyQueries(
  documents: Documents,
  parameters: readonly Parameter[],
): readonly Query[] {
  return parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap((parameter) => expand(documents, parameter));
}

/**
 * The numbers in the addresses of an operation that its description shows, `/users?page=2&limit=9`,
 * where no parameter declares them.
 */
export function surveyToldQueries(
  { part, path }: Operation,
  declared: readonly Query[],
): readonly Query[] {
  const text = isJsonObject(part.value) ? part.value['description'] : undefined;
  if (typeof text !== 'string') return [];
  const own = path.split('/').at(-1) ?? '';
  const names = new Set(
    [...text.slice(0, longestText).matchAll(/\/([\w.-]{1,99})\/?\?([^\s`'"<>)]{1,999})/g)].flatMap(
      ([, last, query = '']) =>
        last === own
          ? [...new URLSearchParams(query)].flatMap(([name, value]) =>
              /^\d+$/.test(value) ? [name] : [],
            )
          : [],
    ),
  );
  for (const { name } of declared) names.delete(name);
  return [...names].map((name) => ({
    name,
    words: queryWordsOf(name),
    schema: undefined,
    isNumber: true,
    isText: false,
    mayBeText: false,
    isUuid: false,
    isTime: false,
    isDirection: false,
    minimum: undefined,
    maximum: undefined,
    isTexts: false,
    values: undefined,
    default: undefined,
    // Other sentences may speak of other parameters.
    description: text
      .split(/(?<=\.)\s/)
      .filter((sentence) => sentence.includes(name) && !sentence.includes('?'))
      .join(' '),
  }));
}

/** Longer descriptions are not read to their end. */
const longestText = 20_000;

/** Members of an object such as `page` or `filter` count as parameters: `page[size]`. */
function expand(documents: Documents, { name, schema }: Parameter): readonly Query[] {
  const isHolder =
    schema !== undefined &&
    holders.has(queryWordsOf(name)) &&
    outlineTypes(documents, schema)?.has('object') === true;
  if (!isHolder) return [describe(documents, name, schema)];
  const { members } = outlineMembers(documents, schema);
  return [...members].map(([member, [part]]) => describe(documents, `${name}[${member}]`, part));
}

const holders = new Set(['page', 'paging', 'pagination', 'filter', 'filters', 'where', 'sort']);

function describe(documents: Documents, name: string, schema: Part | undefined): Query {
  const types = schema && outlineTypes(documents, schema);
  const format = schema && keywordOf(documents, schema, 'format');
  const description = schema && isJsonObject(schema.value) ? descriptionOf(documents, schema) : '';
  const isNumber = isOfNumbers(documents, schema);
  const values = valuesOf(documents, schema);
  const isTexts = isListOfTexts(documents, schema);
  return {
    name,
    words: queryWordsOf(name),
    schema,
    isNumber,
    isText: isOfTexts(types) && !isNumber,
    mayBeText: isTexts || mayBe(types, 'string'),
    isUuid: format === 'uuid',
    isTime:
      (typeof format === 'string' && /^(date|date-time|datetime|time|timestamp)$/i.test(format)) ||
      (isNumber && /\b(timestamp|epoch|unix)\b/i.test(description)),
    isDirection: values?.every((one) => directions.test(one)) ?? saysDirection(documents, schema),
    isTexts,
    values,
    maximum: schema && numberOf(documents, schema, 'maximum'),
    minimum: schema && numberOf(documents, schema, 'minimum'),
    default: schema && numberOf(documents, schema, 'default'),
    description,
  };
}

function mayBe(types: ReadonlySet<string> | undefined, type: string): boolean {
  return !types || types.size === 0 || types.has(type);
}

function isOfTexts(types: ReadonlySet<string> | undefined): boolean {
  return types?.has('string') === true && !types.has('number');
}

const directions = /^(asc|desc|ascending|descending|1|-1|)$/i;

function isListOfTexts(documents: Documents, schema: Part | undefined): boolean {
  const items = schema && documents.own(schema, 'items');
  return items !== undefined && outlineTypes(documents, items)?.has('string') === true;
}

function valuesOf(documents: Documents, schema: Part | undefined): Query['values'] {
  const listed = schema && keywordOf(documents, schema, 'enum');
  return Array.isArray(listed) ? listed.map((value) => textOf(value ?? '')) : undefined;
}

/** Whether a pattern or the description allow `asc` and `desc` alone. */
function saysDirection(documents: Documents, schema: Part | undefined): boolean {
  if (!schema) return false;
  const pattern = keywordOf(documents, schema, 'pattern');
  if (typeof pattern === 'string') return /^\W*asc\W+desc\W*$/i.test(pattern);
  const text = descriptionOf(documents, schema);
  return (
    /\b(values?|options?|either)\b[^.]{0,40}\basc\b\W*(or|and|,|\|)\W*desc\b/i.test(text) &&
    !/\b(field|column|property|separator|name)s?\b/i.test(text)
  );
}
