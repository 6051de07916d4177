import type { JsonValue } from '../json.ts';
import { writeForm } from './form-fields.ts';
import type { MediaKind } from './media.ts';
import { writeMultipart } from './multipart-writing.ts';
import type { Shape } from './shapes.ts';
import { openShape } from './shapes.ts';
import { writeXml } from './xml-writing.ts';

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

/** Where no schema says otherwise, a text that looks like XML is the document itself. */
function isMarkup(value: JsonValue, shape: Shape): value is string {
  return typeof value === 'string' && shape.types.size === 0 && /^\s*</.test(value);
}
