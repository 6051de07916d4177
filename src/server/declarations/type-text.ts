/** Pieces of TypeScript text. */

export interface MemberHints {
  readonly isOptional?: boolean;
  readonly description?: string | undefined;
}

/** A member of an interface or of an object type. */
export function member(name: string, type: string, hints: MemberHints = {}): string {
  const { isOptional = false, description = '' } = hints;
  return `${comment(description)}${nameOf(name)}${isOptional ? '?' : ''}: ${type};`;
}

export function block(members: readonly string[]): string {
  return members.length === 0 ? '{}' : `{\n${members.map(indent).join('\n')}\n}`;
}

export function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  return distinct.includes('unknown') ? 'unknown' : distinct.join(' | ');
}

/** What says nothing is left out. TypeScript works out at once what null has in common with others. */
export function intersection(types: readonly string[]): string {
  const distinct = [...new Set(types)].filter((type) => type !== 'unknown');
  if (distinct.includes('null')) return 'null';
  if (distinct.length < 2) return distinct[0] ?? 'unknown';
  return distinct.map((type) => (isUnion(type) ? `(${type})` : type)).join(' & ');
}

/** A type as it can stand before `[]`. */
export function inList(type: string): string {
  return isUnion(type) || type.includes('&') ? `(${type})` : type;
}

function isUnion(type: string): boolean {
  return type.includes('|');
}

/** A name as it can stand before a colon. A status is a number. */
function nameOf(name: string): string {
  return /^([A-Za-z_$][\w$]*|[1-5]\d\d)$/.test(name) ? name : quote(name);
}

export function quote(text: string): string {
  return JSON.stringify(text).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escape);
}

function escape(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

const longestComment = 200;

function comment(text: string): string {
  const line = inOneLine(text).replaceAll('*/', '* /');
  if (line === '') return '';
  return `/** ${line.length > longestComment ? `${line.slice(0, longestComment - 1)}…` : line} */\n`;
}

/** Texts of a contract can end a comment, or move the cursor of a terminal. */
export function inOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
