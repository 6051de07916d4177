import type { Console } from '../shell/console.ts';

/** Copies a text, also where the page is no secure context (a server on another machine). */
export async function copyText(
  text: string,
  what: string,
  { tell }: Pick<Console, 'tell'>,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    // The only way that works without a secure context.
    document.execCommand('copy');
    area.remove();
  }
  tell({ text: `Copied ${what}` });
}

/** Hands a text to the user as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
