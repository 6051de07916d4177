import { isUtf8 } from 'node:buffer';

import { decodeLeniently } from '../../../base/texts.ts';
import { parseMediaType } from '../media.ts';

/** A file that a client sent: as the whole body, or as a part of it. */
export interface SentFile {
  /** The member of the form that it is; undefined where it is the whole body. */
  readonly member: string | undefined;
  /** Undefined where the client gave none. */
  readonly name: string | undefined;
  /** `type/subtype`, in lower case. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The name in a Content-Disposition (RFC 6266), without the folders that some clients send. */
export function fileNameIn(parameters: ReadonlyMap<string, string>): string | undefined {
  const extended = /^utf-8'[^']*'(.*)$/i.exec(parameters.get('filename*') ?? '')?.[1];
  const plain = parameters.get('filename');
  const written = extended === undefined ? plain && readUtf8(plain) : decodeLeniently(extended);
  const name =
    written
      ?.split(/[/\\]/)
      .at(-1)
      ?.replaceAll(/\p{Cc}/gu, '')
      .trim() ?? '';
  return name === '' ? undefined : name.slice(0, longestName);
}

const longestName = 255;

/** Headers are read as Latin-1, but clients send UTF-8. */
function readUtf8(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : text;
}

/** The media type of a file without its parameters; where the client names none, that of bytes. */
export function typeOfFile(header: string | undefined): string {
  return parseMediaType(header ?? '')?.essence ?? anyBytes;
}

/** What is known of a file whose media type says nothing. */
const anyBytes = 'application/octet-stream';

/** Whether content of this media type is neither text nor members, but for example a picture. */
export function isBinaryType(essence: string): boolean {
  if (/^(?:image|audio|video|font|model)\//.test(essence)) return true;
  return !/^text\/|[/+](?:json|xml|yaml)$|^application\/(?:x-www-form-urlencoded|x-ndjson|jsonl)$|^multipart\//.test(
    essence,
  );
}
