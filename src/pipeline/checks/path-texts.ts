import type { Operation } from '../../contract/operations.ts';

/** The path parameters of an operation by name, decoded where possible. */
export function namePathTexts(
  { pathNames }: Pick<Operation, 'pathNames'>,
  values: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pathNames.map((name, index) => [name, decodeLeniently(values[index] ?? '')]),
  );
}

/** Decodes a text; one that cannot be decoded stays as it is, and another check refuses it. */
export function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
