import type { ComponentChild } from 'preact';
import { useId } from 'preact/hooks';

import { findNameFault } from './addresses.ts';

interface NameFieldProps {
  readonly value: string;
  readonly label?: string;
  /** What the server says of this name. */
  readonly fault?: string | undefined;
  /** What a user should know of a valid name, such as that it replaces something. */
  readonly notice?: string | undefined;
  onInput(this: void, value: string): void;
}

/** A name, checked as it is typed. */
export function NameField({
  value,
  label = 'Name',
  fault: refusal,
  notice,
  onInput,
}: NameFieldProps): ComponentChild {
  const id = useId();
  const fault = refusal ?? (value === '' ? undefined : findNameFault(value));
  return (
    <div class="stack">
      <label class="stack">
        {label}
        <input
          required
          autocomplete="off"
          spellcheck={false}
          value={value}
          aria-invalid={fault !== undefined}
          aria-describedby={id}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      </label>
      <p id={id} class={fault === undefined ? 'soft' : 'fault'} aria-live="polite">
        {fault ?? notice ?? 'Up to 64 letters, digits, dots, dashes and underscores.'}
      </p>
    </div>
  );
}
