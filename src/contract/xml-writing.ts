import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject, textOf } from '../json.ts';
import type { Shape } from './schema-shape.ts';
import type { XmlElement } from './xml.ts';
import { buildXml } from './xml.ts';

/** How XML says that there is nothing (XML Schema, part 1, section 2.6.2). */
const nilNamespace = 'http://www.w3.org/2001/XMLSchema-instance';

/** A value as a document, by the `xml` hints of its schema. */
export function writeXml(shape: Shape, value: JsonValue): string {
  const name = shape.xml.name ?? shape.name ?? 'root';
  if (!Array.isArray(value)) return buildXml(writeElement(name, value, shape));
  // A document has one root, so a list that is the whole of it is always wrapped.
  const { items } = shape;
  const itemName = items.xml.name ?? items.name ?? name;
  return buildXml(createElement(name, shape, writeItems(value, itemName, items)));
}

/** The name under which a member stands: an array's items bear its name, or their own. */
export function elementName(member: string, shape: Shape, asItem: boolean): string {
  const own = asItem ? shape.items.xml.name : shape.xml.name;
  return toXmlName(own ?? member);
}

/** What of a name XML can say. */
export function toXmlName(name: string): string {
  const clean = name.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_');
  return /^[\p{L}_]/u.test(clean) ? clean : `_${clean}`;
}

function writeMember(member: string, value: JsonValue, shape: Shape): readonly XmlElement[] {
  const name = elementName(member, shape, false);
  if (!Array.isArray(value)) {
    const isItem = value === null && isBareList(shape);
    return [writeElement(isItem ? elementName(member, shape, true) : name, value, shape)];
  }
  const items = writeItems(value, elementName(member, shape, true), shape.items);
  return shape.xml.isWrapped ? [createElement(name, shape, items)] : items;
}

function isBareList({ types, xml }: Shape): boolean {
  return types.has('array') && !xml.isWrapped;
}

function writeItems(
  items: readonly JsonValue[],
  name: string,
  shape: Shape,
): readonly XmlElement[] {
  return items.map((item) => writeElement(name, item, shape));
}

function writeElement(name: string, value: JsonValue, shape: Shape): XmlElement {
  if (value === null) {
    return createElement(
      name,
      shape,
      [],
      [
        ['xmlns:xsi', nilNamespace],
        ['xsi:nil', 'true'],
      ],
    );
  }
  if (Array.isArray(value)) {
    const itemName = shape.items.xml.name ?? shape.items.name ?? name;
    return createElement(name, shape, writeItems(value, itemName, shape.items));
  }
  if (!isJsonObject(value)) {
    const text = textOf(value);
    return createElement(name, shape, text === '' ? [] : [text]);
  }
  const entries = Object.entries(value);
  const isAttribute = ([member, inside]: [string, JsonValue]): boolean =>
    typeof inside !== 'object' && shape.member(member).xml.isAttribute;
  return createElement(
    name,
    shape,
    entries
      .filter((entry) => !isAttribute(entry))
      // XML has no way to leave an attribute empty of a value: one that is null is left out.
      .filter(([member, inside]) => inside !== null || !shape.member(member).xml.isAttribute)
      .flatMap(([member, inside]) => writeMember(member, inside, shape.member(member))),
    writeAttributes(Object.fromEntries(entries.filter(isAttribute)), shape),
  );
}

function writeAttributes(
  members: JsonObject,
  shape: Shape,
): readonly (readonly [string, string])[] {
  return Object.entries(members).flatMap(([member, value]) => {
    const { xml } = shape.member(member);
    const name = toXmlName(xml.name ?? member);
    const isPrefixed = xml.prefix !== undefined;
    const namespace: [string, string][] =
      isPrefixed && xml.namespace !== undefined
        ? [[`xmlns:${toXmlName(xml.prefix)}`, xml.namespace]]
        : [];
    const qualified = isPrefixed ? `${toXmlName(xml.prefix)}:${name}` : name;
    return [...namespace, [qualified, textOf(value)]];
  });
}

function createElement(
  name: string,
  { xml }: Shape,
  children: XmlElement['children'],
  attributes: XmlElement['attributes'] = [],
): XmlElement {
  const prefix = xml.prefix === undefined ? undefined : toXmlName(xml.prefix);
  const declaration = prefix === undefined ? 'xmlns' : `xmlns:${prefix}`;
  return {
    name: prefix === undefined ? toXmlName(name) : `${prefix}:${toXmlName(name)}`,
    attributes:
      xml.namespace === undefined ? attributes : [[declaration, xml.namespace], ...attributes],
    children,
  };
}
