import { createRequire } from 'node:module';

import type * as Library from 'saxes';

import { SizeError } from '../../../base/errors.ts';

/** Names with their values. */
export type Attributes = readonly (readonly [string, string])[];

/** An XML element: its name with prefix, its attributes, its texts and child elements in order. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly (XmlElement | string)[];
}

/** How deep elements may be nested. */
const maximumDepth = 200;
/** How many elements, attributes, comments and sections a text may have: each needs memory. */
const maximumParts = 10_000;
const tooManyParts = '10,000 elements, attributes, comments and sections';

const require = createRequire(import.meta.url);
const loadLibrary = (): typeof Library => require('saxes') as typeof Library;

/** An element whose end tag the parser has not read yet. */
interface OpenElement extends XmlElement {
  readonly attributes: [string, string][];
  readonly children: (XmlElement | string)[];
}

/** Returns the root element. Throws a SyntaxError for invalid XML, or for one above the limits. */
export function parseXml(text: string): XmlElement {
  const { SaxesParser } = loadLibrary();
  const parser = new SaxesParser({ position: true });
  // The document: its only child is the root element.
  const top: OpenElement = { name: '', attributes: [], children: [] };
  const open: [OpenElement, ...OpenElement[]] = [top];
  const innermost = (): OpenElement => open.at(-1) ?? top;
  const refuse = (reason: string): never => {
    throw new SyntaxError(`${shorten(reason)} (line ${parser.line}, column ${parser.column})`);
  };
  let parts = 0;
  const count = (): void => {
    parts += 1;
    if (parts > maximumParts) throw new SizeError(tooManyParts);
  };
  parser.on('error', ({ message }) => refuse(reasonOf(message, text.slice(0, parser.position))));
  // A DOCTYPE is never needed here, and it can define entities that expand without limit.
  parser.on('doctype', () => refuse('a DOCTYPE is not taken'));
  parser.on('comment', count);
  parser.on('processinginstruction', count);
  parser.on('opentagstart', ({ name }) => {
    count();
    if (open.length > maximumDepth) refuse(`elements stand more than ${maximumDepth} deep`);
    const element: OpenElement = { name, attributes: [], children: [] };
    innermost().children.push(element);
    open.push(element);
  });
  parser.on('attribute', ({ name, value }) => {
    count();
    innermost().attributes.push([name, value]);
  });
  parser.on('closetag', () => void open.pop());
  const addText = (piece: string): void => {
    if (piece !== '' && open.length > 1) innermost().children.push(piece);
  };
  parser.on('text', addText);
  parser.on('cdata', (piece) => {
    count();
    addText(piece);
  });
  parser.write(text).close();
  const [root] = top.children;
  return typeof root === 'object' ? root : refuse('there must be a root element');
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

/** Writes an element; `inside` is already written as XML. */
export function xmlElement(name: string, attributes: Attributes, inside: string): string {
  let head = name;
  for (const [key, value] of attributes) {
    head += ` ${key}="${xmlText(value).replaceAll('"', '&quot;')}"`;
  }
  return `<${head}>${inside}</${name}>`;
}

/** Most texts match, and need no escaping. */
const plainText = /^[\x20-\x25\x27-\x3b\x3d\x3f-\x7e]*$/;

/** Tabs and line breaks become references, which parsers keep; invalid characters become U+FFFD. */
export function xmlText(text: string): string {
  if (plainText.test(text)) return text;
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\t\n\r]/g, (space) => `&#${space.codePointAt(0)};`);
}

/** The library's message without its position; for an entity, a message that names the entity. */
function reasonOf(message: string, before: string): string {
  if (message.includes('entity')) {
    return `"${shorten(before.slice(before.lastIndexOf('&')))}" is no entity that is known here`;
  }
  return message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
}

function shorten(message: string): string {
  return message.length > 120 ? `${message.slice(0, 119)}…` : message;
}
