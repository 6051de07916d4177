import type { JsonValue } from '../../base/json.ts';
import { writeForm } from './form-fields.ts';
import type { MediaKind } from './media.ts';
import { writeMultipart } from './multipart-writing.ts';
import type { Shape } from '../schema/text-shape.ts';
import { openShape } from '../schema/text-shape.ts';
import { writeXml } from './xml-writing.ts';
import { isXml } from './xml.ts';

/** A body as it goes out. */
export type Payload = string | Uint8Array;

/** Writes a value in the form of a media type. */
export type Writer = (value: JsonValue) => Payload;

export function compileWriter(kind: MediaKind, shape: () => Shape = () => openShape): Writer {
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
 * A text is the page itself. All else is JSON without `<`: its texts may come from clients, and a browser would take
 * them for markup.
 */
export const writeHtml: Writer = (value) =>
  typeof value === 'string' ? value : JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/** A text that is XML is the document itself, and so is any where the schema speaks of no text. */
function isMarkup(value: JsonValue, { types }: Shape): value is string {
  if (typeof value !== 'string') return false;
  return (types.size > 0 && !types.has('string')) || isXml(value);
}
