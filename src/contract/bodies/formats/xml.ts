import type { JsonValue } from '../../../base/json.ts';
import { isJsonObject, textOf } from '../../../base/json.ts';
import type { TextShape } from '../../schema/text-shape.ts';
import type { Format } from './format.ts';
import { isList, readSound, textLimit } from './format.ts';
import { decodeText } from './text.ts';
import type { Attributes, XmlElement } from './xml-text.ts';
import { isXml, parseXml, xmlElement, xmlText } from './xml-text.ts';

export const xmlFormat: Format = {
  matches: (essence) =>
    essence === 'application/xml' || essence === 'text/xml' || essence.endsWith('+xml'),
  limit: textLimit,
  content: 'members',
  showsRecords: true,
  decode: (bytes, charset) => decodeText(bytes, charset ?? declaredCharset(bytes)),
  read: (text, { shape }) => readSound('XML', () => readXml(shape(), text)),
  readDocument: (text, { shape }) => readXml(shape(), text),
  write: (value, { shape }) => (isMarkup(value, shape()) ? value : writeXml(shape(), value)),
};

/** The charset in the declaration of a document, for one whose media type names none. */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const found = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head);
  return found?.[1]?.toLowerCase();
}

/**
 * Reads an XML document by the `xml` hints of its schema, and ignores prefixes. Where the schema
 * allows a string, but no object or array, a document with structure stays a text.
 */
function readXml(shape: TextShape, text: string): JsonValue {
  const value = readElement(parseXml(text), shape);
  const { types } = shape;
  const isText = types.has('string') && !types.has('object') && !types.has('array');
  return isText && isJsonObject(value) ? text : value;
}

function readElement(element: XmlElement, shape: TextShape): JsonValue {
  if (isNil(element)) return null;
  const elements = element.children.filter((child) => typeof child !== 'string');
  if (isList(shape)) return elements.map((item) => readElement(item, shape.items));
  const attributes = element.attributes.filter(
    ([name]) => !/^(xmlns$|xmlns:|xsi:|xml:)/.test(name),
  );
  const hasStructure = elements.length > 0 || attributes.length > 0;
  const isObject = shape.types.has('object') || shape.memberNames.length > 0;
  const text = element.children.filter((child) => typeof child === 'string').join('');
  if (!hasStructure && (!isObject || text.trim() !== '')) return readText(text, shape);
  return readObject(elements, attributes, shape, text);
}

/** White space around a number or a boolean does not count; in a string it does. */
function readText(text: string, shape: TextShape): JsonValue {
  return shape.coerce(shape.types.has('string') || shape.types.size === 0 ? text : text.trim());
}

function readObject(
  elements: readonly XmlElement[],
  attributes: Attributes,
  shape: TextShape,
  text: string,
): JsonValue {
  const places = findPlaces(shape);
  const values = new Map<string, JsonValue>();
  for (const [name, value] of attributes) {
    const member = places.attributes.get(localName(name)) ?? localName(name);
    values.set(member, readText(value, shape.member(member)));
  }
  const groups = new Map<string, XmlElement[]>();
  for (const element of elements) {
    const local = localName(element.name);
    const member = places.elements.get(local) ?? strangerName(shape, local);
    const group = groups.get(member);
    if (group) group.push(element);
    else groups.set(member, [element]);
  }
  for (const [member, group] of groups)
    values.set(member, readGroup(member, group, shape.member(member)));
  for (const member of shape.required) {
    // An empty list without a wrapping element leaves nothing in the XML.
    if (!values.has(member) && isBareList(shape.member(member))) values.set(member, []);
  }
  // Text between elements belongs to no member: the schema accepts or rejects it as `#text`.
  if (text.trim() !== '') values.set('#text', text);
  return Object.fromEntries(values);
}

/** An element that has a member's JSON name, but not its XML name, is not that member. */
function strangerName({ memberNames }: TextShape, name: string): string {
  return memberNames.includes(name) ? `<${name}>` : name;
}

interface XmlPlaces {
  readonly attributes: ReadonlyMap<string, string>;
  readonly elements: ReadonlyMap<string, string>;
}

const known = new WeakMap<TextShape, XmlPlaces>();

/** Maps the names of attributes and elements to members; computed once for each schema. */
function findPlaces(shape: TextShape): XmlPlaces {
  const before = known.get(shape);
  if (before) return before;
  const attributes = new Map<string, string>();
  const elements = new Map<string, string>();
  for (const name of shape.memberNames) {
    const member = shape.member(name);
    if (member.xml.isAttribute) {
      attributes.set(toXmlName(member.xml.name ?? name), name);
      continue;
    }
    const isBare = isBareList(member);
    if (!isBare || !isList(member)) elements.set(elementName(name, member, false), name);
    if (isBare) elements.set(elementName(name, member, true), name);
  }
  const places = { attributes, elements };
  known.set(shape, places);
  return places;
}

function readGroup(member: string, group: readonly XmlElement[], shape: TextShape): JsonValue {
  const [only] = group;
  const isSingle = only !== undefined && group.length === 1;
  if (isBareList(shape) && (!isSingle || isItem(only, member, shape))) {
    const isNothing = isSingle && isNil(only) && shape.types.has('null');
    return isNothing && !shape.items.types.has('null')
      ? null
      : group.map((item) => readElement(item, shape.items));
  }
  return isSingle ? readElement(only, shape) : group.map((item) => readElement(item, shape));
}

/** Whether the items of a list stand beside other members, without an element around them. */
function isBareList({ types, xml }: TextShape): boolean {
  return types.has('array') && !xml.isWrapped;
}

/** Whether a single element is an item of a bare list. An object has the name of its member. */
function isItem({ name }: XmlElement, member: string, shape: TextShape): boolean {
  return isList(shape) || localName(name) !== elementName(member, shape, false);
}

/** The element name of a member, or of its items: from the `xml` hints, else the member's. */
function elementName(member: string, shape: TextShape, asItem: boolean): string {
  const own = asItem ? shape.items.xml.name : shape.xml.name;
  return toXmlName(own ?? member);
}

/** Replaces characters that an XML name cannot have. */
function toXmlName(name: string): string {
  if (/^[A-Za-z_][\w.-]*$/.test(name)) return name;
  const clean = name.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_');
  return /^[\p{L}_]/u.test(clean) ? clean : `_${clean}`;
}

function isNil({ attributes }: XmlElement): boolean {
  return attributes.some(([name, value]) => name.endsWith(':nil') && /^(true|1)$/.test(value));
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Whether a text is already the document: it is XML, or the schema allows no string. */
function isMarkup(value: JsonValue, { types }: TextShape): value is string {
  if (typeof value !== 'string') return false;
  return (types.size > 0 && !types.has('string')) || isXml(value);
}

/** The namespace of `xsi:nil`, which marks null (XML Schema, part 1, section 2.6.2). */
const nilNamespace = 'http://www.w3.org/2001/XMLSchema-instance';

/** Writes a value as an XML document, by the `xml` hints of its schema. */
function writeXml(shape: TextShape, value: JsonValue): string {
  const name = shape.xml.name ?? shape.name ?? 'root';
  return `<?xml version="1.0" encoding="UTF-8"?>${writeElement(name, value, shape)}`;
}

function writeMember(member: string, value: JsonValue, shape: TextShape): string {
  if (!Array.isArray(value)) {
    const asItem = value === null && isBareList(shape);
    return writeElement(elementName(member, shape, asItem), value, shape);
  }
  const items = writeItems(value, elementName(member, shape, true), shape.items);
  if (!shape.xml.isWrapped) return items;
  return createElement(elementName(member, shape, false), shape, items);
}

function writeItems(items: readonly JsonValue[], name: string, shape: TextShape): string {
  let text = '';
  for (const item of items) text += writeElement(name, item, shape);
  return text;
}

function writeElement(name: string, value: JsonValue, shape: TextShape): string {
  if (value === null) {
    return createElement(name, shape, '', [
      ['xmlns:xsi', nilNamespace],
      ['xsi:nil', 'true'],
    ]);
  }
  if (Array.isArray(value)) {
    const itemName = shape.items.xml.name ?? shape.items.name ?? name;
    return createElement(name, shape, writeItems(value, itemName, shape.items));
  }
  if (!isJsonObject(value)) return createElement(name, shape, xmlText(textOf(value)));
  let children = '';
  const attributes: (readonly [string, string])[] = [];
  for (const [member, inside] of Object.entries(value)) {
    const own = shape.member(member);
    const isHolder = typeof inside === 'object' && inside !== null;
    if (isHolder || !own.xml.isAttribute) {
      children += writeMember(member, inside, own);
      // An XML attribute cannot be null: the server leaves it out.
    } else if (inside !== null) attributes.push(...writeAttribute(member, textOf(inside), own));
  }
  return createElement(name, shape, children, attributes);
}

function writeAttribute(member: string, value: string, { xml }: TextShape): Attributes {
  const { name = member, prefix, namespace } = xml;
  const own = [qualify(name, prefix), value] as const;
  if (prefix === undefined || namespace === undefined) return [own];
  return [[`xmlns:${toXmlName(prefix)}`, namespace], own];
}

function createElement(
  name: string,
  { xml: { prefix, namespace } }: TextShape,
  inside: string,
  attributes: Attributes = [],
): string {
  const declaration = prefix === undefined ? 'xmlns' : `xmlns:${toXmlName(prefix)}`;
  const all =
    namespace === undefined ? attributes : [[declaration, namespace] as const, ...attributes];
  return xmlElement(qualify(name, prefix), all, inside);
}

function qualify(name: string, prefix: string | undefined): string {
  return prefix === undefined ? toXmlName(name) : `${toXmlName(prefix)}:${toXmlName(name)}`;
}
