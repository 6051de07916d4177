import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { formatCount } from './count.ts';
import { createSpeaker } from './speaker.ts';

const speaker = createSpeaker();

/** Tells programs that read the page aloud what changed elsewhere than at the focus. */
export const { say } = speaker;

/** Where that stands: in the shell, and in each dialog, behind which nothing is read. */
export function Said(): ComponentChild {
  const [text, setText] = useState('');
  useEffect(() => speaker.listen(setText), []);
  return (
    <p class="unseen said" role="status">
      {text}
    </p>
  );
}

/** Milliseconds: not every letter of a search has a result of its own. */
const rest = 600;

/** Says how much there is when the reason for it has changed; undefined: it is not known yet. */
export function useSaid(text: string | undefined, reason: string): void {
  const said = useRef(reason);
  useEffect(() => {
    if (text === undefined || said.current === reason) return undefined;
    const timer = setTimeout(() => {
      said.current = reason;
      say(text);
    }, rest);
    return () => clearTimeout(timer);
  }, [text, reason]);
}

/** What a list of operations by their tags says of itself. */
export function tellFound(rows: readonly { readonly kind: string }[]): string {
  return formatCount(rows.filter(({ kind }) => kind === 'operation').length, 'operation');
}
