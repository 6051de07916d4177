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
 * Reads forms and XML, where everything is text, as the values that the schema describes. Throws a
 * SyntaxError for a text that it cannot read.
 */
export interface BodyReader {
  readFields(fields: readonly Field[]): JsonValue;
  /** Reads a form that another parser has already read, with texts as its values. */
  adoptForm(value: JsonValue): JsonValue;
  readXml(text: string): JsonValue;
  /** Says how to read one part of a multipart body; `sent` is the part's Content-Type. */
  describePart(name: string, sent: string | undefined): PartRules;
}

export interface PartRules {
  /** Whether the content is JSON to be parsed. */
  readonly isJson: boolean;
  /** The declared types, where the sent type is none of them; otherwise undefined. */
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
 * Reads an XML document by the `xml` hints of its schema, and ignores prefixes. Where the schema
 * allows a string, but no object or array, a document with structure stays a text.
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

/** White space around a number or a boolean does not count; in a string it does. */
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
