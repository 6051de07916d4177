import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf } from '../../base/json.ts';
import type { Shape } from '../schema/text-shape.ts';
import { xmlDocument, xmlElement, xmlText } from './xml.ts';

/** How XML says that there is nothing (XML Schema, part 1, section 2.6.2). */
const nilNamespace = 'http://www.w3.org/2001/XMLSchema-instance';

/** A value as a document, by the `xml` hints of its schema. */
export function writeXml(shape: Shape, value: JsonValue): string {
  const name = shape.xml.name ?? shape.name ?? 'root';
  if (!Array.isArray(value)) return xmlDocument(writeElement(name, value, shape));
  // A document has one root, so a list that is the whole of it is always wrapped.
  const { items } = shape;
  const itemName = items.xml.name ?? items.name ?? name;
  return xmlDocument(createElement(name, shape, writeItems(value, itemName, items)));
}

/** The name under which a member stands: an array's items bear its name, or their own. */
export function elementName(member: string, shape: Shape, asItem: boolean): string {
  const own = asItem ? shape.items.xml.name : shape.xml.name;
  return toXmlName(own ?? member);
}

/** What of a name XML can say. */
export function toXmlName(name: string): string {
  if (/^[A-Za-z_][\w.-]*$/.test(name)) return name;
  const clean = name.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_');
  return /^[\p{L}_]/u.test(clean) ? clean : `_${clean}`;
}

function writeMember(member: string, value: JsonValue, shape: Shape): string {
  const name = elementName(member, shape, false);
  if (!Array.isArray(value)) {
    const isItem = value === null && isBareList(shape);
    return writeElement(isItem ? elementName(member, shape, true) : name, value, shape);
  }
  const items = writeItems(value, elementName(member, shape, true), shape.items);
  return shape.xml.isWrapped ? createElement(name, shape, items) : items;
}

function isBareList({ types, xml }: Shape): boolean {
  return types.has('array') && !xml.isWrapped;
}

function writeItems(items: readonly JsonValue[], name: string, shape: Shape): string {
  let text = '';
  for (const item of items) text += writeElement(name, item, shape);
  return text;
}

function writeElement(name: string, value: JsonValue, shape: Shape): string {
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
      // XML has no way to leave an attribute empty of a value: one that is null is left out.
    } else if (inside !== null) attributes.push(...writeAttribute(member, textOf(inside), own));
  }
  return createElement(name, shape, children, attributes);
}

function writeAttribute(
  member: string,
  value: string,
  { xml }: Shape,
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
  { xml }: Shape,
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
