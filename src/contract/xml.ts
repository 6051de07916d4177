import { createRequire } from 'node:module';

import type * as Library from 'fast-xml-parser';

import { SizeError } from '../errors.ts';

/** An element of XML: its name with the prefix, its attributes, and what is in it in its order. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: readonly (readonly [string, string])[];
  readonly children: readonly (XmlElement | string)[];
}

/** How deep elements may stand in each other. */
const maximumDepth = 200;
/** How many elements, attributes, comments and sections a text may have: each is an object, or several. */
const maximumParts = 10_000;
const tooManyParts = '10,000 elements, attributes, comments and sections';

const require = createRequire(import.meta.url);
const loadLibrary = (): typeof Library => require('fast-xml-parser') as typeof Library;

const writerSettings: Library.XmlBuilderOptions = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '.',
  processEntities: false,
  suppressBooleanAttributes: false,
  maxNestedTags: 2_000,
};

/** The root element of a text. What is no XML, or more than we take, is a SyntaxError. */
export function parseXml(text: string): XmlElement {
  assertFew(text);
  const verdict = loadLibrary().XMLValidator.validate(text);
  if (verdict !== true) {
    const { msg, line, col } = verdict.err;
    const place = col === undefined ? `line ${line}` : `line ${line}, column ${col}`;
    throw new SyntaxError(`${shorten(msg)} (${place})`);
  }
  const elements = readDocument(text.replaceAll(/\r\n?/g, '\n')).filter(isElement);
  const [root] = elements;
  if (!root || elements.length > 1) throw new SyntaxError('there must be one root element');
  return root;
}

function isElement(child: XmlElement | string): child is XmlElement {
  return typeof child !== 'string';
}

export function isXml(text: string): boolean {
  if (!/^\s*</.test(text)) return false;
  try {
    return parseXml(text) !== undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

export function buildXml(root: XmlElement): string {
  const { XMLBuilder } = loadLibrary();
  const text = new XMLBuilder(writerSettings).build([toNode(root)]);
  return `<?xml version="1.0" encoding="UTF-8"?>${text}`;
}

/** Goes once through the markup before anything is made of it. */
function assertFew(text: string): void {
  let parts = 0;
  let depth = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const { kind, end, attributes } = markupAt(text, at);
    if (kind === 'open') depth += 1;
    if (kind === 'close') depth -= 1;
    if (depth > maximumDepth) {
      throw new SyntaxError(`elements stand more than ${maximumDepth} deep in each other`);
    }
    if (kind !== 'close') parts += 1 + attributes.length;
    if (parts > maximumParts) throw new SizeError(tooManyParts);
    at = end;
  }
}

/** What stands between `<` and `>`. */
interface Markup {
  readonly kind: 'open' | 'empty' | 'close' | 'cdata' | 'other';
  /** Where the text after it begins. */
  readonly end: number;
  readonly name: string;
  readonly attributes: XmlElement['attributes'];
}

/** What has no end is no XML, and the validator says so: here it goes to the end of the text. */
function markupAt(text: string, at: number): Markup {
  if (text.startsWith('</', at)) return unnamed('close', endOf(text, '>', at));
  if (text.startsWith('<!--', at)) return unnamed('other', endOf(text, '-->', at + 4));
  if (text.startsWith('<?', at)) return unnamed('other', endOf(text, '?>', at));
  if (text.startsWith('<![CDATA[', at)) return unnamed('cdata', endOf(text, ']]>', at));
  // A DOCTYPE can do nothing good here, but it can define entities that explode.
  if (text.startsWith('<!', at)) throw new SyntaxError('a DOCTYPE is not taken');
  const name = matchAt(/[^\s/>]*/y, text, at + 1)?.[0] ?? '';
  const attributes: (readonly [string, string])[] = [];
  let place = at + 1 + name.length;
  for (;;) {
    const found = matchAt(/\s+([^\s=<>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y, text, place);
    if (!found) break;
    attributes.push([found[1] ?? '', found[2] ?? found[3] ?? '']);
    place += found[0].length;
  }
  const end = endOf(text, '>', place);
  return { kind: text[end - 2] === '/' ? 'empty' : 'open', end, name, attributes };
}

function unnamed(kind: Markup['kind'], end: number): Markup {
  return { kind, end, name: '', attributes: none };
}

const none: Markup['attributes'] = [];

function endOf(text: string, closing: string, from: number): number {
  const found = text.indexOf(closing, from);
  return found === -1 ? text.length : found + closing.length;
}

/** `pattern` is sticky. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** What is in a document that the validator has found to be right. */
function readDocument(text: string): readonly (XmlElement | string)[] {
  const top: (XmlElement | string)[] = [];
  const open = [top];
  for (let at = 0; at < text.length;) {
    const inside = open.at(-1) ?? top;
    const next = text.indexOf('<', at);
    const begin = next === -1 ? text.length : next;
    if (begin > at) inside.push(decodeEntities(text.slice(at, begin)));
    if (next === -1) break;
    const { kind, end, name, attributes } = markupAt(text, begin);
    at = end;
    if (kind === 'cdata') inside.push(text.slice(begin + '<![CDATA['.length, end - ']]>'.length));
    if (kind === 'close') open.pop();
    if (kind !== 'open' && kind !== 'empty') continue;
    const children: (XmlElement | string)[] = [];
    inside.push({ name, attributes: attributes.map(decodeAttribute), children });
    if (kind === 'open') open.push(children);
  }
  return top;
}

/** White space in an attribute is spaces (XML 1.0, section 3.3.3). */
function decodeAttribute([name, value]: readonly [string, string]): readonly [string, string] {
  return [name, decodeEntities(value.replaceAll(/[\t\n]/g, ' '))];
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function decodeEntities(text: string): string {
  let decoded = '';
  let done = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', done)) {
    const end = text.indexOf(';', at);
    const name = end === -1 ? '' : text.slice(at + 1, Math.min(end, at + 33));
    const known = entities.get(name) ?? decodeNumber(name);
    if (known === undefined || end !== at + 1 + name.length) {
      const [shown] = /^&[^;&<]{0,32};?/.exec(text.slice(at, at + 40)) ?? ['&'];
      throw new SyntaxError(`"${shown}" is no entity that is known here`);
    }
    decoded += text.slice(done, at) + known;
    done = end + 1;
  }
  return done === 0 ? text : decoded + text.slice(done);
}

function decodeNumber(name: string): string | undefined {
  const code = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
  const point = code ? Number.parseInt(code[1] ?? code[2] ?? '', code[1] ? 16 : 10) : 0;
  const isCharacter = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : undefined;
}

/** What the library writes an element of: its name holds its children, `:@` its attributes. */
type Node = Readonly<Record<string, unknown>>;

function toNode({ name, attributes, children }: XmlElement): Node {
  return {
    [name]: children.map((child) =>
      typeof child === 'string' ? { '#text': encodeText(child) } : toNode(child),
    ),
    ':@': Object.fromEntries(
      attributes.map(([key, value]) => [`.${key}`, encodeText(value).replaceAll('"', '&quot;')]),
    ),
  };
}

/** White space that a parser would tidy up goes as numbers; what XML can not say is replaced. */
function encodeText(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\t\n\r]/g, (space) => `&#${space.codePointAt(0)};`);
}

function shorten(message: string): string {
  return message.length > 120 ? `${message.slice(0, 119)}…` : message;
}
