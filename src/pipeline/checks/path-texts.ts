import type { Operation } from '../../contract/operations.ts';

/** The path parameters of an operation by their names, as far as their texts can be decoded. */
export function namePathTexts(
  { pathNames }: Pick<Operation, 'pathNames'>,
  values: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pathNames.map((name, index) => [name, decodeLeniently(values[index] ?? '')]),
  );
}

/** What can't be decoded stays as it is: that it is broken is said elsewhere, where it matters. */
export function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
