import type { ContentOrigin, Preferences, ReplyHeaders } from '../../pipeline/exchange.ts';

/** Whether a request asks for a reply that only the contract can give, and not the state. */
export function hasPreferences({ code, example, isDynamic, seed }: Preferences): boolean {
  // Every request comes here, so this makes no list.
  const isPlain = code === undefined && example === undefined;
  return !isPlain || isDynamic !== undefined || seed !== undefined;
}

/** Says which preferences the reply follows (RFC 7240, section 3). */
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
