import { encodePart } from '../../../base/texts.ts';

/** Texts for query parameters; undefined: without it. */
export type QueryChange = readonly (readonly [name: string, text: string | undefined])[];

/** A query with some of its parameters changed; the others stay as they were sent, in their places. */
export function changeQuery(query: string, change: QueryChange): string {
  const texts = new Map(change);
  const written = new Set<string>();
  const kept = query.split('&').flatMap((pair): readonly string[] => {
    if (pair === '') return [];
    const [rawName = ''] = pair.split('=');
    const name = decode(rawName);
    if (!texts.has(name)) return [pair];
    const text = texts.get(name);
    if (text === undefined || written.has(name)) return [];
    written.add(name);
    return [`${rawName}=${encodePart(text)}`];
  });
  const added = change.flatMap(([name, text]) =>
    text === undefined || written.has(name) ? [] : [`${encodePart(name)}=${encodePart(text)}`],
  );
  return [...kept, ...added].join('&');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
