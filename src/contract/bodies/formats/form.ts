import { SizeError } from '../../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject, textOf, tryParseJson } from '../../../base/json.ts';
import type { Documents, Part } from '../../load/documents.ts';
import { namesIn } from '../../schema/keywords.ts';
import type { TextShape } from '../../schema/text-shape.ts';
import type { BodyView, FieldEncoding, Format } from './format.ts';
import { isList, readSound, textLimit } from './format.ts';

export const formFormat: Format = {
  matches: (essence) => essence === 'application/x-www-form-urlencoded',
  limit: textLimit,
  content: 'members',
  showsRecords: false,
  read: (text, view) => readSound('a form', () => assembleForm(parseFields(text), view)),
  adopt: adoptForm,
  readDocument: (text, view) => assembleForm(parseFields(text), view),
  write: writeForm,
  writeAgain: (value) => {
    const pairs = disassembleForm(value).map((field): [string, string] => [
      field.name,
      'text' in field ? field.text : textOf(field.value),
    ]);
    return new URLSearchParams(pairs).toString();
  },
};

/** Reads a form that another parser has split, with texts as its values. */
export function adoptForm(value: JsonValue, view: BodyView): JsonValue {
  return readSound('a form', () => assembleForm(disassembleForm(value), view));
}

/** A field of a form: a name with its text, or with a value that needs no further reading. */
export type Field =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly value: JsonValue };

const plain: FieldEncoding = { contentTypes: [], style: undefined, explode: undefined };

/** How many pairs of brackets the name of a field may have. */
const maximumDepth = 32;
/** How many names the fields of a form may have together; each pair of brackets counts as one. */
const maximumNames = 10_000;
const tooManyNames = '10,000 fields, brackets in their names counted as fields';
/** How many pieces a text may have that holds a list or an object with separators. */
const maximumItems = 10_000;
const tooManyItems = '10,000 items in the list of a field';

export function compileEncodings(documents: Documents, media: Part): BodyView['encodings'] {
  const part = documents.child(media, 'encoding');
  const encodings = new Map(
    namesIn(part?.value).map((name) => [
      name,
      readEncoding(part && documents.child(part, name)?.value),
    ]),
  );
  return (name) => encodings.get(name) ?? plain;
}

/** Splits a urlencoded form into names and texts, both percent-decoded. */
export function parseFields(text: string): readonly { name: string; text: string }[] {
  const fields: { name: string; text: string }[] = [];
  for (let begin = 0; begin < text.length; begin += 1) {
    const next = text.indexOf('&', begin);
    const end = next === -1 ? text.length : next;
    const pair = text.slice(begin, end);
    begin = end;
    if (pair === '') continue;
    if (fields.length === maximumNames) throw new SizeError(tooManyNames);
    const mark = pair.indexOf('=');
    const name = mark === -1 ? pair : pair.slice(0, mark);
    fields.push({
      name: decodePiece(name),
      text: decodePiece(mark === -1 ? '' : pair.slice(mark + 1)),
    });
  }
  return fields;
}

/**
 * Builds the value of a form. Repeated names make arrays, brackets in names make members, and the
 * schema decides how texts are read. Throws a SyntaxError for a form that contradicts itself.
 */
export function assembleForm(
  fields: readonly Field[],
  { shape: shapeOf, encodings }: BodyView,
): JsonObject {
  const shape = shapeOf();
  const owners = findOwners(shape, encodings);
  const root = createNode();
  let names = 0;
  for (const field of fields) {
    const path = pathOf(field.name, shape);
    names += path.length;
    if (names > maximumNames) throw new SizeError(tooManyNames);
    const owner = owners.get(path[0] ?? '');
    addField(root, owner === undefined ? path : [owner, ...path], field);
  }
  const members = [...root.members].map(([name, node]): [string, JsonValue] => [
    name,
    readNode(node, shape.member(name), encodings(name)),
  ]);
  return Object.fromEntries(members);
}

/** Turns a form that another parser has read back into fields. */
function disassembleForm(value: JsonValue, name = ''): readonly Field[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: JsonValue, index) =>
      disassembleForm(item, typeof item === 'object' ? `${name}[${index}]` : `${name}[]`),
    );
  }
  if (!isJsonObject(value)) {
    return typeof value === 'string' ? [{ name, text: value }] : [{ name, value }];
  }
  return Object.entries(value).flatMap(([member, inside]) =>
    disassembleForm(inside, name === '' ? member : `${name}[${member}]`),
  );
}

/** Writes a urlencoded form: one pair for each item of an array; other structures become JSON. */
function writeForm(value: JsonValue): string {
  if (!isJsonObject(value)) return textOf(value);
  const pairs = listFields(value).map(([name, item]): [string, string] => [
    name,
    item === null ? '' : textOf(item),
  ]);
  return new URLSearchParams(pairs).toString();
}

/** The members of an object, and each item of a member that is a list. */
export function listFields(value: JsonObject): readonly (readonly [string, JsonValue])[] {
  return Object.entries(value).flatMap(([name, member]) =>
    (Array.isArray(member) ? member : [member]).map((item: JsonValue) => [name, item] as const),
  );
}

function decodePiece(piece: string): string {
  try {
    return decodeURIComponent(piece.replaceAll(/\+/g, ' '));
  } catch {
    const shown = piece.length > 40 ? `${piece.slice(0, 39)}…` : piece;
    throw new SyntaxError(
      `"${shown}" has a percent sign that is not followed by the two digits of a UTF-8 byte`,
    );
  }
}

function readEncoding(value: JsonValue | undefined): FieldEncoding {
  if (!isJsonObject(value)) return plain;
  const { contentType, style, explode } = value;
  return {
    contentTypes:
      typeof contentType === 'string' ? contentType.split(',').map((type) => type.trim()) : [],
    style: typeof style === 'string' ? style : undefined,
    explode: typeof explode === 'boolean' ? explode : undefined,
  };
}

/** Members of an object in the exploded `form` style are sent beside the other fields. */
function findOwners(
  shape: TextShape,
  encodings: BodyView['encodings'],
): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const name of shape.memberNames) {
    const { style, explode } = encodings(name);
    if (style !== 'form' || explode === false || !shape.member(name).types.has('object')) continue;
    for (const member of shape.member(name).memberNames) {
      if (!shape.memberNames.includes(member)) owners.set(member, name);
    }
  }
  return owners;
}

interface Node {
  readonly fields: Field[];
  readonly members: Map<string, Node>;
  isList: boolean;
}

function createNode(): Node {
  return { fields: [], members: new Map(), isList: false };
}

/** `a[b][c]` names nested members, unless the schema has a member with exactly that name. */
function pathOf(name: string, shape: TextShape): readonly string[] {
  const open = name.indexOf('[');
  if (open <= 0 || !name.endsWith(']') || shape.memberNames.includes(name)) return [name];
  const steps = name.slice(open + 1, -1).split('][');
  if (steps.some((step) => /[[\]]/.test(step))) return [name];
  if (steps.length > maximumDepth) {
    throw new SyntaxError(`the name of a field has more than ${maximumDepth} brackets`);
  }
  return [name.slice(0, open), ...steps];
}

function addField(root: Node, path: readonly string[], field: Field): void {
  let node = root;
  for (const [index, step] of path.entries()) {
    if (step === '' && index > 0 && index === path.length - 1) {
      node.isList = true;
      break;
    }
    const next = node.members.get(step) ?? createNode();
    node.members.set(step, next);
    node = next;
  }
  node.fields.push(field);
}

function readNode(node: Node, shape: TextShape, encoding: FieldEncoding): JsonValue {
  if (node.members.size === 0) return readFields(node, shape, encoding);
  const [field] = node.fields;
  if (field) throw new SyntaxError(`"${field.name}" is sent as a value and as an object`);
  const members = [...node.members].map(([name, inside]): [string, JsonValue] => [
    name,
    readNode(inside, isList(shape) ? shape.items : shape.member(name), plain),
  ]);
  const isNumbered = members.every(([name]) => /^\d{1,9}$/.test(name));
  if (!isNumbered || shape.types.has('object')) return Object.fromEntries(members);
  return members
    .toSorted(([left], [right]) => Number(left) - Number(right))
    .map(([, value]) => value);
}

function readFields(node: Node, shape: TextShape, encoding: FieldEncoding): JsonValue {
  const { fields } = node;
  const [only] = fields;
  if (only && fields.length === 1 && !node.isList) return readOne(only, shape, encoding);
  const inside = isList(shape) ? shape.items : shape;
  return fields.map((field) => readField(field, node.isList ? shape.items : inside));
}

function readOne(field: Field, shape: TextShape, encoding: FieldEncoding): JsonValue {
  const isStyled = 'text' in field && encoding.style !== 'deepObject';
  const pieces = isStyled && encoding.explode === false ? splitPieces(field.text, encoding) : [];
  if (!isList(shape)) {
    const isObject = pieces.length > 0 && shape.types.has('object');
    return isObject ? pairUp(pieces, shape) : readField(field, shape);
  }
  if (pieces.length > 0) return pieces.map((piece) => shape.items.coerce(piece));
  if ('value' in field) return Array.isArray(field.value) ? field.value : [field.value];
  const whole = encoding.contentTypes.some((type) => type.includes('json'))
    ? parseStructure(field.text)
    : undefined;
  return Array.isArray(whole) ? whole : [readField(field, shape.items)];
}

function splitPieces(text: string, { style }: FieldEncoding): readonly string[] {
  const separator = style === 'spaceDelimited' ? ' ' : style === 'pipeDelimited' ? '|' : ',';
  const pieces = text.split(separator, maximumItems + 1);
  if (pieces.length > maximumItems) throw new SizeError(tooManyItems);
  return pieces;
}

function pairUp(pieces: readonly string[], shape: TextShape): JsonObject {
  const members = pieces.flatMap((name, index): readonly [string, JsonValue][] =>
    index % 2 === 0 ? [[name, shape.member(name).coerce(pieces[index + 1] ?? '')]] : [],
  );
  return Object.fromEntries(members);
}

function readField(field: Field, shape: TextShape): JsonValue {
  if ('value' in field) return field.value;
  const { types } = shape;
  const isStructure = !types.has('string') && (types.has('object') || types.has('array'));
  return (isStructure ? parseStructure(field.text) : undefined) ?? shape.coerce(field.text);
}

/** An object or array in a form is JSON (3.1, section 4.8.15); the schema reads other texts. */
function parseStructure(text: string): JsonValue | undefined {
  const value = tryParseJson(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}
