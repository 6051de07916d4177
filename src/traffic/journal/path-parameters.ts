import { defineMember } from '../../json.ts';
import type { Note } from './note.ts';

/** The path parameters of a request, decoded as far as they can be. */
export function decodeParameters({
  pathNames,
  pathValues,
}: Pick<Note, 'pathNames' | 'pathValues'>): Readonly<Record<string, string>> {
  const parameters: Record<string, string> = {};
  for (const [index, name] of pathNames.entries()) {
    defineMember(parameters, name, decodeLeniently(pathValues[index] ?? ''));
  }
  return parameters;
}

function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
