/**
 * Escapes a line that others wrote, or a piece of one: it can not move the cursor, start a line,
 * reverse text, or give a command to the CI that reads it.
 */
export function printable(text: string): string {
  return escapeUnprintable(text, (character) => `\\u{${pointOf(character).toString(16)}}`);
}

/** Escapes a server's text that may quote others; indents all lines after the first. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n  ');
}

/** Writes a value as JSON that is safe to print. */
export function printableJson(value: unknown, indent?: number): string {
  return escapeUnprintable(JSON.stringify(value, undefined, indent), (character) =>
    // This line break is layout: JSON has escaped those inside texts.
    character === '\n' ? character : character.split('').map(toJsonEscape).join(''),
  );
}

function toJsonEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Escapes text of an element or attribute, whose special characters are already escaped. */
export function printableXml(xml: string): string {
  return escapeUnprintable(xml, (character) => `&#${pointOf(character)};`);
}

function pointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function escapeUnprintable(text: string, escape: (character: string) => string): string {
  // Most texts are plain. This test is ten times faster than one for classes of Unicode.
  return plainText.test(text) ? text : text.replaceAll(unprintable, escape);
}

const plainText = /^(?! *::)[\x20-\x22\x24-\x7e]*$/;

/**
 * Invisible characters, the first colon of a GitHub command, which may be indented (`::error::`),
 * and the second `#` of a command of GitHub, Azure or TeamCity, anywhere (`##[error]`, `##vso[…]`).
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|:(?=:)(?<=^\p{Zs}*:)|#(?=\w*\[)(?<=##)/gu;
