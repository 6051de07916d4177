import type { JsonValue } from '../../src/base/json.ts';
import { isJsonObject } from '../../src/base/json.ts';

/** How a parameter goes over the wire, as its contract has it. */
export interface WireForm {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly style: string;
  readonly explode: boolean;
  /** Whether it is described by a media type: then it is JSON. */
  readonly isContent: boolean;
}

/** Reads the form from a parameter of OpenAPI 3; undefined for what is none. */
export function readWireForm(parameter: JsonValue): WireForm | undefined {
  if (!isJsonObject(parameter)) return undefined;
  const { name, in: place, style, explode, content } = parameter;
  if (typeof name !== 'string') return undefined;
  if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie')
    return undefined;
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const chosen = typeof style === 'string' ? style : usual;
  return {
    name,
    in: place,
    style: chosen,
    explode: typeof explode === 'boolean' ? explode : chosen === 'form',
    isContent: content !== undefined,
  };
}

/** What stands in a path in place of the braces. */
export function serialisePath(form: WireForm, value: JsonValue): string {
  if (form.isContent) return encodeFully(JSON.stringify(value));
  const { name, style, explode } = form;
  const lists = listsOf(value);
  if (style === 'matrix') {
    const pairs = explode ? namedPairs(name, value) : [[name, joinFlat(lists, ',')] as const];
    return pairs
      .map(([key, text]) => `;${encodeFully(key)}${text === '' ? '' : `=${text}`}`)
      .join('');
  }
  const isLabel = style === 'label';
  const separator = isLabel && explode ? '.' : ',';
  const text = explode
    ? lists.map((each) => each.map(encodeFully).join('=')).join(separator)
    : joinFlat(lists, separator);
  return isLabel ? `.${text}` : text;
}

/** The pairs that stand in a query, encoded, without their ampersands. */
export function serialiseQuery(form: WireForm, value: JsonValue): readonly string[] {
  const { name, style, explode } = form;
  const key = encodeURIComponent(name);
  if (form.isContent) return [`${key}=${encodeURIComponent(JSON.stringify(value))}`];
  if (style === 'deepObject' && isJsonObject(value)) {
    return deepPairs(name, value);
  }
  if (explode || typeof value !== 'object' || value === null) {
    return namedPairs(name, value).map(([each, text]) => `${encodeURIComponent(each)}=${text}`);
  }
  const separators: Record<string, string> = { spaceDelimited: '%20', pipeDelimited: '%7C' };
  return [`${key}=${joinFlat(listsOf(value), separators[style] ?? ',')}`];
}

export function serialiseHeader(form: WireForm, value: JsonValue): string {
  if (form.isContent) return JSON.stringify(value);
  const lists = listsOf(value);
  return form.explode ? lists.map((each) => each.join('=')).join(',') : lists.flat().join(',');
}

export function serialiseCookie(form: WireForm, value: JsonValue): readonly string[] {
  if (form.isContent) return [`${form.name}=${encodeURIComponent(JSON.stringify(value))}`];
  if (!form.explode) return [`${form.name}=${joinFlat(listsOf(value), ',')}`];
  return namedPairs(form.name, value).map(([name, text]) => `${name}=${text}`);
}

/** Items alone, or names and values: what a value is made of, in texts. */
function listsOf(value: JsonValue): readonly (readonly string[])[] {
  if (Array.isArray(value)) return value.map((item: JsonValue) => [textOf(item)]);
  if (isJsonObject(value)) {
    return Object.entries(value).map(([name, member]) => [name, textOf(member)]);
  }
  return [[textOf(value)]];
}

/** A list repeats its name; the members of an object stand under their own. Values are encoded. */
function namedPairs(name: string, value: JsonValue): readonly (readonly [string, string])[] {
  if (isJsonObject(value)) {
    return Object.entries(value).map(([each, member]) => [each, encodeFully(textOf(member))]);
  }
  const items: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  return items.map((item) => [name, encodeFully(textOf(item))]);
}

function deepPairs(name: string, value: JsonValue): readonly string[] {
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([each, member]) => deepPairs(`${name}[${each}]`, member));
  }
  const items: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  return items.map((item) => `${encodeURIComponent(name)}=${encodeFully(textOf(item))}`);
}

function joinFlat(lists: readonly (readonly string[])[], separator: string): string {
  return lists
    .flat()
    .map((text) => encodeFully(text))
    .join(separator);
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Also what needn't be: a dash or a dot may part two parameters in one segment. */
function encodeFully(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[-._~!*'()]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
