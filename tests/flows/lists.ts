import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject, memberAt, textOf } from '../../src/base/json.ts';
import type { QueryMeaning } from '../../src/contract/plan/lists/queries.ts';
import type { DescribedOperation } from '../referee/operations.ts';
import { chooseBodyMedia } from './bodies.ts';
import { findDifference } from './compare.ts';
import type { Deed } from './find-flows.ts';
import { Miss } from './miss.ts';
import type { Chain, Made } from './records.ts';
import { expectSuccess, fillPath, keyIn } from './records.ts';
import type { Heard, Ring } from './ring.ts';
import { nameOf } from './ring.ts';

const mostPages = 30;

/**
 * All that a list shows of the records under some parents, page by page; undefined where it only shows
 * what is asked for in a way that the record doesn't tell.
 */
export async function listAll(
  ring: Ring,
  list: Deed,
  chain: Chain,
  like: JsonObject,
): Promise<readonly JsonValue[] | undefined> {
  const path = fillPath(list, chain);
  const limit = limitOf(ring, list);
  const demanded = demandedOf(ring, list, like);
  if (!demanded) return undefined;
  const query = new Map([...demanded, ...(limit ? [limit] : [])]);
  // A search whose query stands in the body finds all where that is empty, if it may be.
  const media = list.target.search === 'body' ? chooseBodyMedia(list.operation) : undefined;
  const body = media && { value: {}, media };
  if (media && (media.check?.({}) ?? []).length > 0) return undefined;
  const all: JsonValue[] = [];
  let page = await ring.ask(list.operation, { path, query, body });
  for (let number = 1; number <= mostPages; number += 1) {
    const elements = elementsIn(list, page);
    all.push(...elements);
    const isFull = elements.length > 0 && (!limit || elements.length >= limit[1]);
    const next = isFull ? nextPage(ring, list, page, all) : undefined;
    if (!next) break;
    page =
      next.kind === 'link'
        ? await ring.follow(list.operation, next.path, page.question)
        : await ring.ask(list.operation, { path, query: new Map([...query, next.pair]), body });
  }
  expectTrueTotal(list, page, all.length);
  return all;
}

/** What a list tells of a record: where it shows neither keys nor anything else of it, nothing. */
export type Finding =
  | { readonly kind: 'found'; readonly record: JsonObject }
  | { readonly kind: 'lacking' }
  | { readonly kind: 'untold' };

export function findIn(
  list: Deed,
  elements: readonly JsonValue[] | undefined,
  { key, sent, shown }: Made,
): Finding {
  if (!elements) return { kind: 'untold' };
  const records = elements.filter(isJsonObject);
  const isKeyed = records.some((record) => keyIn(record, list) !== undefined);
  const like: JsonObject = { ...sent, ...shown };
  const isTold = records.some((record) =>
    Object.entries(like).some(
      ([name, value]) => typeof value === 'string' && Object.hasOwn(record, name),
    ),
  );
  if (!isKeyed && !isTold) return { kind: records.length === 0 ? 'lacking' : 'untold' };
  const record = records.find((each) =>
    isKeyed ? keyIn(each, list) === key : findDifference(like, each) === undefined,
  );
  return record ? { kind: 'found', record } : { kind: 'lacking' };
}

function elementsIn(list: Deed, heard: Heard): readonly JsonValue[] {
  expectSuccess(list, heard);
  const array =
    heard.json === undefined ? undefined : memberAt(heard.json, list.target.shown?.steps ?? []);
  if (Array.isArray(array)) return array;
  if (heard.json !== undefined && array === undefined) return [];
  throw new Miss('missing', `${nameOf(list.operation)} shows no array: ${heard.text}`);
}

/** A filter that is demanded lets through what is looked for; undefined where nothing tells how. */
function demandedOf(
  ring: Ring,
  { operation, target }: Deed,
  like: JsonObject,
): readonly [string, JsonValue][] | undefined {
  const demanded: [string, JsonValue][] = [];
  for (const { value } of ring.describe(operation)?.parameters ?? []) {
    if (!isJsonObject(value) || value['in'] !== 'query' || value['required'] !== true) continue;
    const name = textOf(value['name']);
    const meaning = target.list?.queries.get(name);
    const wanted = memberAt(like, meaning?.kind === 'filter' ? meaning.steps : [name]);
    if (wanted === undefined || typeof wanted === 'object' || !isListed(value, wanted)) {
      if (meaning === undefined || meaning.kind === 'filter') return undefined;
    } else demanded.push([name, wanted]);
  }
  return demanded;
}

function isListed(parameter: JsonObject, value: JsonValue): boolean {
  const schema = isJsonObject(parameter['schema']) ? parameter['schema'] : parameter;
  const values = schema['enum'];
  return !Array.isArray(values) || values.includes(value);
}

/** As many as there may be on a page. */
function limitOf({ describe }: Ring, list: Deed): readonly [string, number] | undefined {
  const name = queryThatIs(list, 'limit');
  const described = describe(list.operation);
  if (name === undefined || !described) return undefined;
  const maximum = schemaNumber(described, name, 'maximum');
  const minimum = schemaNumber(described, name, 'minimum');
  return [name, Math.max(minimum ?? 1, Math.min(maximum ?? 100, 100))];
}

function queryThatIs({ target }: Deed, kind: QueryMeaning['kind']): string | undefined {
  return [...(target.list?.queries ?? [])].find(([, meaning]) => meaning.kind === kind)?.[0];
}

function schemaNumber(
  { parameters }: DescribedOperation,
  name: string,
  keyword: string,
): number | undefined {
  const parameter = parameters.find(({ value }) => isJsonObject(value) && value['name'] === name);
  const own = parameter && isJsonObject(parameter.value) ? parameter.value : {};
  const schema = isJsonObject(own['schema']) ? own['schema'] : own;
  const value = schema[keyword];
  return typeof value === 'number' ? value : undefined;
}

type Turn =
  | { readonly kind: 'link'; readonly path: string }
  | { readonly kind: 'query'; readonly pair: readonly [string, JsonValue] };

/** How to get at the next page; undefined where nothing says that there is one. */
function nextPage(
  ring: Ring,
  list: Deed,
  page: Heard,
  all: readonly JsonValue[],
): Turn | undefined {
  const after = queryThatIs(list, 'after');
  const cursor = toldIn(list, page, 'next-cursor');
  if (after !== undefined && typeof cursor === 'string' && cursor !== '') {
    return { kind: 'query', pair: [after, cursor] };
  }
  const linked = /<([^>]*)>; *rel="?next"?/.exec(page.headers['link'] ?? '')?.[1];
  const link = toldIn(list, page, 'next-link') ?? linked;
  if (typeof link === 'string' && link !== '') {
    return { kind: 'link', path: link.replace(/^[a-z]+:\/\/[^/]*/i, '') };
  }
  const last = keyIn(all.at(-1), list);
  if (after !== undefined && last !== undefined && toldIn(list, page, 'has-more') === true) {
    return { kind: 'query', pair: [after, last] };
  }
  return nextByNumber(ring, list, page, all.length);
}

function nextByNumber(ring: Ring, list: Deed, page: Heard, count: number): Turn | undefined {
  const offset = queryThatIs(list, 'offset');
  if (offset !== undefined) return { kind: 'query', pair: [offset, count] };
  const name = queryThatIs(list, 'page');
  const described = ring.describe(list.operation);
  if (name === undefined || !described) return undefined;
  const start =
    schemaNumber(described, name, 'default') ?? schemaNumber(described, name, 'minimum') ?? 1;
  const pages = Math.round(count / Math.max(elementsIn(list, page).length, 1));
  return { kind: 'query', pair: [name, start + pages] };
}

function toldIn({ target }: Deed, { json }: Heard, meaning: string): JsonValue | undefined {
  const member = target.list?.members.find((each) => each.meaning === meaning);
  return member && json !== undefined ? memberAt(json, member.steps) : undefined;
}

function expectTrueTotal(list: Deed, page: Heard, count: number): void {
  const total = toldIn(list, page, 'total');
  if (typeof total !== 'number' || total === count) return;
  throw new Miss('untrue', `${page.question.path} says ${total} in all and shows ${count}`);
}
