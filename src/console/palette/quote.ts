import type { Json, JsonObject } from '../api/documents.ts';

/** The first value that has a text, with its member, as the server searches; undefined: none has it. */
export function quoteMatch(record: JsonObject, search: string): string | undefined {
  return search === '' ? undefined : quoteValue(record, search, []);
}

function quoteValue(
  value: Json | undefined,
  search: string,
  path: readonly string[],
): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object') {
    const text = shortenAround(String(value), search);
    return text === undefined ? undefined : `${path.join('.')}: ${text}`;
  }
  const members: readonly (readonly [readonly string[], Json | undefined])[] = Array.isArray(value)
    ? value.map((item: Json) => [path, item])
    : Object.entries(value).map(([name, member]) => [[...path, name], member]);
  for (const [place, member] of members) {
    const quote = quoteValue(member, search, place);
    if (quote !== undefined) return quote;
  }
  return undefined;
}

/** A text with little more than the first match in it; undefined: it has none. */
export function shortenAround(text: string, search: string): string | undefined {
  // Small letters can have another length, and so another place.
  const found = new RegExp(escapePattern(search), 'i').exec(text);
  if (!found) return undefined;
  const [match] = found;
  const rest = text.slice(found.index + match.length);
  const [head, tail] = [lastSigns(text.slice(0, found.index)), firstSigns(rest)];
  return [
    head.length < found.index ? '…' : '',
    head,
    match,
    tail,
    tail.length < rest.length ? '…' : '',
  ].join('');
}

/** Few, so that the match comes early. A sign may take two places of a text: none is cut in the middle. */
function lastSigns(text: string): string {
  return /.{0,8}$/su.exec(text.slice(-18))?.[0] ?? '';
}

function firstSigns(text: string): string {
  return /^.{0,60}/su.exec(text)?.[0] ?? '';
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
