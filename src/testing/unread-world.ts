import { messageOf } from '../base/errors.ts';
import { printable } from '../base/printable.ts';

/** What a failed test says where its world can't be asked: its own error says more. For browsers, too. */
export function tellUnread({ name }: { readonly name: string }, error: unknown): string {
  return printable(`What happened in its world "${name}" can't be read: ${messageOf(error)}`);
}
