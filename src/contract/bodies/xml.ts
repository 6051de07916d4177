import { createRequire } from 'node:module';

import type * as Library from 'saxes';

import { SizeError } from '../../base/errors.ts';

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
const loadLibrary = (): typeof Library => require('saxes') as typeof Library;

/** An element whose end has not been read. */
interface OpenElement extends XmlElement {
  readonly attributes: [string, string][];
  readonly children: (XmlElement | string)[];
}

/** The root element of a text. Throws a SyntaxError for what is no XML, or more than is taken. */
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
  // A DOCTYPE can do nothing good here, but it can define entities that explode.
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

/** A document with this root, which is written already. */
export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${root}`;
}

/** An element; what stands in it is written already. */
export function xmlElement(
  name: string,
  attributes: readonly (readonly [string, string])[],
  inside: string,
): string {
  let head = name;
  for (const [key, value] of attributes) {
    head += ` ${key}="${xmlText(value).replaceAll('"', '&quot;')}"`;
  }
  return `<${head}>${inside}</${name}>`;
}

/** As most texts are: nothing in them has to be written in another way. */
const plainText = /^[\x20-\x25\x27-\x3b\x3d\x3f-\x7e]*$/;

/** White space that a parser would tidy up goes as numbers; what XML can not say is replaced. */
export function xmlText(text: string): string {
  if (plainText.test(text)) return text;
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\t\n\r]/g, (space) => `&#${space.codePointAt(0)};`);
}

/** A message of the library without the place that it begins with, and with the entity that it speaks of. */
function reasonOf(message: string, before: string): string {
  if (message.includes('entity')) {
    return `"${shorten(before.slice(before.lastIndexOf('&')))}" is no entity that is known here`;
  }
  return message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
}

function shorten(message: string): string {
  return message.length > 120 ? `${message.slice(0, 119)}…` : message;
}
