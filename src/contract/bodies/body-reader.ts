import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import type { TextShape } from '../schema/text-shape.ts';
import { elementName, toXmlName } from './body-writer.ts';
import type { Field } from './form-fields.ts';
import { assembleForm, compileEncodings, disassembleForm } from './form-fields.ts';
import { isCovered, isJsonType, parseMediaType } from './media.ts';
import type { XmlElement } from './xml.ts';
import { parseXml } from './xml.ts';

/**
 * Reads what comes in as texts, in a form or in XML, as the value that the schema speaks of. What
 * can't be read is a SyntaxError.
 */
export interface BodyReader {
  readFields(fields: readonly Field[]): JsonValue;
  /** The same for a form that somebody has read before, to whom all values were texts. */
  adoptForm(value: JsonValue): JsonValue;
  readXml(text: string): JsonValue;
  /** How a part of a multipart body is to be taken. */
  describePart(name: string, sent: string | undefined): PartRules;
}

export interface PartRules {
  /** Whether its content is JSON that is to be parsed. */
  readonly isJson: boolean;
  /** The types that it may have, where the type that was sent is none of them. */
  readonly wanted: readonly string[] | undefined;
}

export function compileReader(
  documents: Documents,
  media: Part,
  shape: () => TextShape,
): BodyReader {
  const encodings = compileEncodings(documents, media);
  const readFields = (fields: readonly Field[]): JsonValue =>
    assembleForm(shape(), encodings, fields);
  return {
    readFields,
    adoptForm: (value) => readFields(disassembleForm(value)),
    readXml: (text) => readXml(shape(), text),
    describePart(name, sent) {
      const { contentTypes } = encodings(name);
      const essence = sent === undefined ? undefined : parseMediaType(sent)?.essence;
      const isWanted =
        contentTypes.length === 0 ||
        sent === undefined ||
        contentTypes.some((type) => isCovered(type.toLowerCase(), essence ?? sent));
      const type = essence ?? contentTypes[0] ?? '';
      const member = shape().member(name);
      const inside = member.types.has('array') ? member.items : member;
      return {
        isJson: isJsonType(type) && !inside.types.has('string'),
        wanted: isWanted ? undefined : contentTypes,
      };
    },
  };
}

/**
 * The value that a document says, by the `xml` hints of its schema. Prefixes are passed over. Where
 * the schema speaks of nothing but a text, a document that is more than one is that text.
 */
export function readXml(shape: TextShape, text: string): JsonValue {
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

/** White space around a number or a truth value doesn't count; in a text it does. */
function readText(text: string, shape: TextShape): JsonValue {
  return shape.coerce(shape.types.has('string') || shape.types.size === 0 ? text : text.trim());
}

function readObject(
  elements: readonly XmlElement[],
  attributes: XmlElement['attributes'],
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
  for (const [member, group] of groups) values.set(member, readGroup(group, shape.member(member)));
  for (const member of shape.required) {
    // A list without items that isn't wrapped has left no trace.
    if (!values.has(member) && isBareList(shape.member(member))) values.set(member, []);
  }
  // Text between elements belongs to no member: the schema is to say so.
  if (text.trim() !== '') values.set('#text', text);
  return Object.fromEntries(values);
}

/** An element that only sounds like a member, whose name in XML is another one, is not that member. */
function strangerName({ memberNames }: TextShape, name: string): string {
  return memberNames.includes(name) ? `<${name}>` : name;
}

interface XmlPlaces {
  readonly attributes: ReadonlyMap<string, string>;
  readonly elements: ReadonlyMap<string, string>;
}

const known = new WeakMap<TextShape, XmlPlaces>();

/** Which member an attribute or element of a name is; worked out once for a schema. */
function findPlaces(shape: TextShape): XmlPlaces {
  const before = known.get(shape);
  if (before) return before;
  const attributes = new Map<string, string>();
  const elements = new Map<string, string>();
  for (const name of shape.memberNames) {
    const member = shape.member(name);
    if (member.xml.isAttribute) attributes.set(toXmlName(member.xml.name ?? name), name);
    else elements.set(elementName(name, member, isBareList(member)), name);
  }
  const places = { attributes, elements };
  known.set(shape, places);
  return places;
}

function readGroup(group: readonly XmlElement[], shape: TextShape): JsonValue {
  const [only] = group;
  const isSingle = only !== undefined && group.length === 1;
  if (isBareList(shape)) {
    const isNothing = isSingle && isNil(only) && shape.types.has('null');
    return isNothing && !shape.items.types.has('null')
      ? null
      : group.map((item) => readElement(item, shape.items));
  }
  return isSingle ? readElement(only, shape) : group.map((item) => readElement(item, shape));
}

function isList({ types }: TextShape): boolean {
  return types.has('array') && !types.has('object');
}

function isBareList(shape: TextShape): boolean {
  return isList(shape) && !shape.xml.isWrapped;
}

function isNil({ attributes }: XmlElement): boolean {
  return attributes.some(([name, value]) => name.endsWith(':nil') && /^(true|1)$/.test(value));
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
