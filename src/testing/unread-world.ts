import { printable } from '../base/printable.ts';

/** What a failed test says where its world can't be asked: its own error says more. For browsers, too. */
export function tellUnread({ name }: { readonly name: string }, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return printable(`What happened in its world "${name}" can't be read: ${why}`);
}
