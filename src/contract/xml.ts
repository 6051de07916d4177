import { createRequire } from 'node:module';

import type * as Library from 'fast-xml-parser';

/** An element of XML: its name with the prefix, its attributes, and what is in it in its order. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: readonly (readonly [string, string])[];
  readonly children: readonly (XmlElement | string)[];
}

/** How deep elements may stand in each other. */
const maximumDepth = 200;

const require = createRequire(import.meta.url);
const loadLibrary = (): typeof Library => require('fast-xml-parser') as typeof Library;

// Names get a dot in front, with which no name of XML begins, so that none is one of JavaScript's.
const readerSettings: Library.X2jOptions = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  cdataPropName: '#cdata',
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: maximumDepth,
  transformTagName: (name) => `.${name}`,
  transformAttributeName: (name) => `.${name}`,
};

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
  if (hasDoctype(text)) throw new SyntaxError('a DOCTYPE is not taken');
  const verdict = loadLibrary().XMLValidator.validate(text);
  if (verdict !== true) {
    const { msg, line, col } = verdict.err;
    const place = col === undefined ? `line ${line}` : `line ${line}, column ${col}`;
    throw new SyntaxError(`${shorten(msg)} (${place})`);
  }
  const elements = toChildren(parse(text)).filter((child) => typeof child !== 'string');
  const [root] = elements;
  if (!root || elements.length > 1) throw new SyntaxError('there must be one root element');
  return root;
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

/** A DOCTYPE can do nothing good here, but it can define entities that explode. */
function hasDoctype(text: string): boolean {
  let at = text.indexOf('<!');
  while (at !== -1) {
    const end = text.startsWith('<!--', at)
      ? text.indexOf('-->', at + 4)
      : text.startsWith('<![CDATA[', at)
        ? text.indexOf(']]>', at)
        : undefined;
    if (end === undefined) return true;
    // What has no end is no XML, and that is said further on.
    if (end === -1) return false;
    at = text.indexOf('<!', end);
  }
  return false;
}

/** What the library makes of an element: its name holds its children, `:@` its attributes. */
type Node = Readonly<Record<string, unknown>>;

function parse(text: string): readonly Node[] {
  try {
    // A trust edge: the parser returns any.
    return new (loadLibrary().XMLParser)(readerSettings).parse(text) as readonly Node[];
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const isDeep = message.includes('nested');
    throw new SyntaxError(
      isDeep ? `elements stand more than ${maximumDepth} deep in each other` : shorten(message),
    );
  }
}

function toChildren(nodes: readonly Node[]): readonly (XmlElement | string)[] {
  return nodes.flatMap((node): readonly (XmlElement | string)[] => {
    const key = Object.keys(node).find((name) => name !== ':@');
    if (key === undefined) return [];
    const inside = node[key];
    if (key === '#text') return [decodeEntities(String(inside))];
    // Trust edges: an element and a CDATA section hold lists of nodes.
    const list = inside as readonly Node[];
    if (key === '#cdata') return list.map((text) => String(text['#text']));
    const attributes = Object.entries((node[':@'] ?? {}) as Readonly<Record<string, string>>);
    return [
      {
        // The library names an empty element twice.
        name: withoutDots(key),
        attributes: attributes.map(([name, value]) => [withoutDots(name), decodeEntities(value)]),
        children: toChildren(list),
      },
    ];
  });
}

function withoutDots(name: string): string {
  return name.replace(/^\.+/, '');
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&([^;&<]{0,32});?/g, (whole, name: string) => {
    const known = entities.get(name);
    if (known !== undefined && whole.endsWith(';')) return known;
    const code = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
    const point = code ? Number.parseInt(code[1] ?? code[2] ?? '', code[1] ? 16 : 10) : 0;
    const isCharacter = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
    if (isCharacter && whole.endsWith(';')) return String.fromCodePoint(point);
    throw new SyntaxError(`"${whole}" is no entity that is known here`);
  });
}

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
