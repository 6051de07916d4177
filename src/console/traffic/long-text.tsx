import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

/** Characters that are shown at first. */
const longest = 600;

/** A text that may have any length: a client chooses its path. */
export function LongText({ text }: { readonly text: string }): ComponentChild {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= longest || isWhole) return text;
  return (
    <>
      {text.slice(0, longest)}…{' '}
      <button class="inline" onClick={() => setWhole(true)}>
        Show all {text.length.toLocaleString('en')} characters
      </button>
    </>
  );
}
