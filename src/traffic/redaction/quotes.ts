import { mask } from './found/secret-names.ts';

/** How a message quotes a value of a request; what is long, it cuts. */
const quote = /\bthe (string|number) ("(?:[^"\\]|\\.)*(?:"|$)|-?\d[\d.e+-]*)/gi;

/** Hides secrets of any length, where a message quotes one. */
export function hideQuotes(text: string, isSecret: (value: string) => boolean): string {
  if (!text.includes('the string "') && !text.includes('the number ')) return text;
  return text.replaceAll(quote, (whole, kind: string, quoted: string) => {
    if (!isSecret(readQuoted(quoted))) return whole;
    return kind === 'string' ? `the string "${mask}"` : `the ${kind} ${mask}`;
  });
}

function readQuoted(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
