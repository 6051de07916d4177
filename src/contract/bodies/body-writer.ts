import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf } from '../../base/json.ts';
import type { TextShape } from '../schema/text-shape.ts';
import { openShape } from '../schema/text-shape.ts';
import { writeForm } from './form-fields.ts';
import type { MediaKind } from './media.ts';
import { isXml, xmlDocument, xmlElement, xmlText } from './xml.ts';

/** A body as the server sends it. */
export type Payload = string | Uint8Array;

/** Writes a value in the form of a media type. */
export type Writer = (value: JsonValue) => Payload;

export function compileWriter(kind: MediaKind, shape: () => TextShape = () => openShape): Writer {
  switch (kind) {
    case 'json':
      return (value) => JSON.stringify(value);
    case 'xml':
      return (value) => (isMarkup(value, shape()) ? value : writeXml(shape(), value));
    case 'form':
      return writeForm;
    case 'multipart':
      return writeMultipart;
    case 'text':
    case 'binary':
      return (value) => (typeof value === 'string' ? value : JSON.stringify(value));
  }
}

/**
 * A text is the HTML page itself. Other values become JSON without `<`: their texts may come from
 * clients, and a browser would read `<` as markup.
 */
export const writeHtml: Writer = (value) =>
  typeof value === 'string' ? value : JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/** Whether a text is already the document: it is XML, or the schema allows no string. */
function isMarkup(value: JsonValue, { types }: TextShape): value is string {
  if (typeof value !== 'string') return false;
  return (types.size > 0 && !types.has('string')) || isXml(value);
}

/** The namespace of `xsi:nil`, which marks null (XML Schema, part 1, section 2.6.2). */
const nilNamespace = 'http://www.w3.org/2001/XMLSchema-instance';

/** Writes a value as an XML document, by the `xml` hints of its schema. */
export function writeXml(shape: TextShape, value: JsonValue): string {
  const name = shape.xml.name ?? shape.name ?? 'root';
  if (!Array.isArray(value)) return xmlDocument(writeElement(name, value, shape));
  // A document has one root element, so a list at the top is always wrapped.
  const { items } = shape;
  const itemName = items.xml.name ?? items.name ?? name;
  return xmlDocument(createElement(name, shape, writeItems(value, itemName, items)));
}

/** The element name of a member, or of its items: from the `xml` hints, else the member's. */
export function elementName(member: string, shape: TextShape, asItem: boolean): string {
  const own = asItem ? shape.items.xml.name : shape.xml.name;
  return toXmlName(own ?? member);
}

/** Replaces characters that an XML name cannot have. */
export function toXmlName(name: string): string {
  if (/^[A-Za-z_][\w.-]*$/.test(name)) return name;
  const clean = name.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_');
  return /^[\p{L}_]/u.test(clean) ? clean : `_${clean}`;
}

function writeMember(member: string, value: JsonValue, shape: TextShape): string {
  const name = elementName(member, shape, false);
  if (!Array.isArray(value)) {
    const isItem = value === null && isBareList(shape);
    return writeElement(isItem ? elementName(member, shape, true) : name, value, shape);
  }
  const items = writeItems(value, elementName(member, shape, true), shape.items);
  return shape.xml.isWrapped ? createElement(name, shape, items) : items;
}

function isBareList({ types, xml }: TextShape): boolean {
  return types.has('array') && !xml.isWrapped;
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
  if (!isJsonObject(value)) {
    return createElement(name, shape, xmlText(textOf(value)));
  }
  let children = '';
  const attributes: [string, string][] = [];
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

function writeAttribute(
  member: string,
  value: string,
  { xml }: TextShape,
): readonly [string, string][] {
  const name = toXmlName(xml.name ?? member);
  const isPrefixed = xml.prefix !== undefined;
  const namespace: [string, string][] =
    isPrefixed && xml.namespace !== undefined
      ? [[`xmlns:${toXmlName(xml.prefix)}`, xml.namespace]]
      : [];
  return [...namespace, [isPrefixed ? `${toXmlName(xml.prefix)}:${name}` : name, value]];
}

function createElement(
  name: string,
  { xml }: TextShape,
  inside: string,
  attributes: readonly (readonly [string, string])[] = [],
): string {
  const prefix = xml.prefix === undefined ? undefined : toXmlName(xml.prefix);
  const declaration = prefix === undefined ? 'xmlns' : `xmlns:${prefix}`;
  return xmlElement(
    prefix === undefined ? toXmlName(name) : `${prefix}:${toXmlName(name)}`,
    xml.namespace === undefined ? attributes : [[declaration, xml.namespace], ...attributes],
    inside,
  );
}

/** Separates the parts; the Content-Type header names it, too. */
export const multipartBoundary = 'stuntdouble-3c1f0a7e5b9d4826';

/** Writes one part for each member, and one for each item of a member that is a list (RFC 7578). */
function writeMultipart(value: JsonValue): string {
  const members: readonly [string, JsonValue][] = isJsonObject(value)
    ? Object.entries(value)
    : [['value', value]];
  const parts = members.flatMap(([name, member]) =>
    (Array.isArray(member) ? member : [member]).map((item: JsonValue) => writePart(name, item)),
  );
  return `${parts.join('')}--${multipartBoundary}--\r\n`;
}

function writePart(name: string, value: JsonValue): string {
  const type = typeof value === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
  const quoted = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return [
    `--${multipartBoundary}`,
    `Content-Disposition: form-data; name="${quoted}"`,
    `Content-Type: ${type}`,
    '',
    textOf(value),
    '',
  ].join('\r\n');
}
