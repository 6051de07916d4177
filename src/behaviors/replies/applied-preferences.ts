import type { ContentOrigin, Preferences, ReplyHeaders } from '../../pipeline/exchange.ts';

/** Whether a request wishes for anything that only the contract, not the state, can give. */
export function hasWishes({ code, example, isDynamic, seed }: Preferences): boolean {
  // Asked with every request, so that no list is made for it.
  const isPlain = code === undefined && example === undefined;
  return !isPlain || isDynamic !== undefined || seed !== undefined;
}

/** Says which wishes came true (RFC 7240, section 3). */
export function appliedHeaders(preferences: Preferences, origin?: ContentOrigin): ReplyHeaders {
  const { code, example, isDynamic, seed } = preferences;
  const isGenerated = origin === 'generated';
  const isDynamicApplied = isDynamic === true ? isGenerated : origin !== undefined;
  const applied: readonly (readonly [string, string | number | boolean | undefined])[] = [
    ['code', code],
    ['example', origin === 'example' ? example : undefined],
    ['dynamic', isDynamicApplied ? isDynamic : undefined],
    ['seed', isGenerated ? seed : undefined],
  ];
  const words = applied.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${wordOf(String(value))}`],
  );
  return words.length === 0 ? {} : { 'Preference-Applied': words.join(', ') };
}

function wordOf(text: string): string {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(text)) return text;
  return `"${text.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
