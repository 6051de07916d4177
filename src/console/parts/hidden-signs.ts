/** Characters that turn the direction of a text or can't be seen: they could hide what it says. */
const hiddenSigns = String.raw`\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF`;
const hidden = new RegExp(`[${hiddenSigns}]`, 'g');
/** In a shell those count, too, that a terminal does something at; a line break is read as it is. */
const hiddenInShell = new RegExp(String.raw`([\x01-\x08\x0B-\x1F${hiddenSigns}]+)`);

/** As JSON and scripts write them in quotes, where they are the same characters. */
export function escapeHidden(code: string): string {
  return code.replaceAll(
    hidden,
    (sign) => String.raw`\u` + sign.charCodeAt(0).toString(16).padStart(4, '0'),
  );
}

/** A text for a POSIX shell, in which `printf` makes the characters that can't be seen. */
export function quoteForShell(text: string): string {
  const quoted = text.split(hiddenInShell).map((piece, at) => {
    if (at % 2 === 1) return `"$(printf '${bytesOf(piece)}')"`;
    return piece === '' ? '' : `'${piece.replaceAll("'", String.raw`'\''`)}'`;
  });
  return quoted.join('') || "''";
}

function bytesOf(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
