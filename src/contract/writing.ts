import type { JsonValue } from '../json.ts';
import type { MediaKind } from './media.ts';

/** A body as it goes out. */
export type Payload = string | Uint8Array;

/** Writes a value in the form of a media type. */
export type Writer = (value: JsonValue) => Payload;

export function compileWriter(kind: MediaKind): Writer {
  return (value) => (kind !== 'json' && typeof value === 'string' ? value : JSON.stringify(value));
}
