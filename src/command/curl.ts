import type { SampleRequest } from '../server/samples/samples.ts';
import { widthOf } from './columns.ts';
import { printable } from '../base/printable.ts';

/**
 * A command that works when it is pasted into a POSIX shell, broken between its arguments where it
 * is wider than `columns`. Undefined where it has characters that a terminal must not get.
 */
export function curlLines(
  url: string,
  { operation: { method }, target, headers, body }: SampleRequest,
  columns: number | undefined,
  keepsCookies = false,
): readonly string[] | undefined {
  const words = [
    'curl',
    ...(keepsCookies ? ['-c jar -b jar'] : []),
    ...methodWords(method, body !== undefined),
    ...headers
      .filter(([name, value]) => !isUsual(name, value))
      .map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`${body.startsWith('@') ? '--data-raw' : '-d'} ${quote(body)}`]),
    quote(url + target),
  ];
  if (words.some((word) => printable(word) !== word)) return undefined;
  return breakBetween(words, columns ?? Infinity);
}

function methodWords(method: string, hasBody: boolean): readonly string[] {
  if (method === 'HEAD') return ['-I'];
  return method === (hasBody ? 'POST' : 'GET') ? [] : [`-X ${method}`];
}

/** What curl says of a body by itself. */
function isUsual(name: string, value: string): boolean {
  return name === 'Content-Type' && value === 'application/x-www-form-urlencoded';
}

const margin = '  ';

function breakBetween(words: readonly string[], columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    // Room for the backslash that goes on.
    const longer = last === undefined ? undefined : `${last} ${word}`;
    if (longer === undefined) lines.push(margin + word);
    else if (widthOf(longer) + 2 <= columns) lines[lines.length - 1] = longer;
    else lines.push(`${margin}${margin}${word}`);
  }
  return lines.map((line, index) => (index === lines.length - 1 ? line : `${line} \\`));
}

/** Quotes for a POSIX shell, where they are needed. */
function quote(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
