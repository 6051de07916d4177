import type { JsonValue } from '../../base/json.ts';
import { stepDown, textOf } from '../../base/json.ts';
import type { ForcedAnswer } from '../../pipeline/intervene.ts';
import { readFlag, readNumber, readText, readWish, refuseWish } from '../matching/read-members.ts';

const mostHeaders = 50;
const longestHeader = 4096;
/** The server itself sets these; a second one would end the reply in the wrong place. */
const framing = new Set(['connection', 'keep-alive', 'transfer-encoding', 'trailer']);

/** What somebody wants to be answered. */
export function readReply(value: JsonValue, pointer: string): ForcedAnswer {
  const wish = readWish(value, pointer, ['status', 'example', 'body', 'headers', 'breach']);
  const isBreach = readFlag(wish, 'breach');
  const { body, headers } = wish.value;
  const example = readText(wish, 'example', 200);
  if (example !== undefined && (body !== undefined || isBreach)) {
    const message = 'names what the contract gives: leave out body and breach, or this';
    throw refuseWish(stepDown(pointer, 'example'), message, 'not');
  }
  const pointerToHeaders = stepDown(pointer, 'headers');
  const read = headers === undefined ? {} : readHeaders(headers, isBreach, pointerToHeaders);
  return {
    status: readNumber(wish, 'status', { least: 200, most: 599, isWhole: true }),
    example,
    body,
    headers: Object.fromEntries(Object.entries(read).filter(([name]) => !isLength(name))),
    length: readLength(read, pointerToHeaders),
    isBreach,
  };
}

function readHeaders(
  value: JsonValue,
  isBreach: boolean,
  pointer: string,
): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuseWish(pointer, 'must be an object of texts by name', 'type');
  }
  const entries = Object.entries(value);
  if (entries.length > mostHeaders) {
    throw refuseWish(pointer, `must have at most ${mostHeaders} members`, 'maxProperties');
  }
  const read = entries.map(([name, text]): readonly [string, string] => {
    const refusal = refuseHeader(name, text, isBreach);
    if (refusal !== undefined) throw refuseWish(stepDown(pointer, name), refusal, 'header');
    return [name, textOf(text)];
  });
  return Object.fromEntries(read);
}

function isLength(name: string): boolean {
  return name.toLowerCase() === 'content-length';
}

/** The one way to make a reply longer or shorter than it says. */
function readLength(
  headers: Readonly<Record<string, string>>,
  pointer: string,
): number | undefined {
  const [name, other] = Object.keys(headers).filter(isLength);
  if (other !== undefined) {
    throw refuseWish(stepDown(pointer, other), 'is there twice: leave one of them out', 'header');
  }
  return name === undefined ? undefined : Number(headers[name]);
}

function refuseHeader(name: string, text: JsonValue, isBreach: boolean): string | undefined {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/.test(name)) return 'is no name of a header';
  if (framing.has(name.toLowerCase())) return 'is set by the server itself';
  if (isLength(name)) return refuseLength(text, isBreach);
  if (!isBreach && name.toLowerCase() === 'content-type') {
    return 'is that of the contract; only with "breach": true it may be another';
  }
  const isSent = typeof text === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
  if (isSent && text.length <= longestHeader) return undefined;
  return `must be a text of at most ${longestHeader} characters that a header can hold`;
}

function refuseLength(text: JsonValue, isBreach: boolean): string | undefined {
  if (!isBreach) return 'is set by the server itself; only with "breach": true it may be another';
  const isNumber = typeof text === 'string' && /^\d{1,15}$/.test(text);
  return isNumber ? undefined : 'must be a number of bytes, as a text of digits';
}
