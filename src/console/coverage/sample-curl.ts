import type { SampledRequest } from '../api/coverage-documents.ts';
import { quotePlain } from '../traffic/copy-as.ts';

/** A command for a POSIX shell that sends a sample. */
export function writeSampleCurl(sample: SampledRequest, origin: string): string {
  const { method, path, query, headers, body } = sample;
  const url = `${origin}${path}${query === '' ? '' : `?${query}`}`;
  const glob = /[[\]{}]/.test(url) ? ' -g' : '';
  const parts = [
    `curl${glob}${writeMethod(method, body)} ${quote(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(writeHeader(name, value))}`),
    ...(body === null ? [] : [`--data-raw ${quote(body)}`]),
  ];
  return parts.join(' \\\n  ');
}

function writeMethod(method: string, body: string | null): string {
  if (method === 'HEAD') return ' --head';
  return method === (body === null ? 'GET' : 'POST') ? '' : ` -X ${quote(method)}`;
}

/** With a colon, curl would leave out a header without a value. */
function writeHeader(name: string, value: string): string {
  return value === '' ? `${name};` : `${name}: ${value}`;
}

/** A shell that knows `$'…'` reads the line breaks of a body as they are sent. */
function quote(text: string): string {
  if (!/\p{Cc}/u.test(text)) return quotePlain(text);
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`)
    // Characters of format (Cf) can't be seen, or turn the direction of what is read.
    .replaceAll(/\p{Cc}|\p{Cf}/gu, escapeBytes);
  return `$'${escaped}'`;
}

function escapeBytes(sign: string): string {
  const bytes = [...new TextEncoder().encode(sign)];
  return bytes.map((byte) => String.raw`\x${byte.toString(16).padStart(2, '0')}`).join('');
}
