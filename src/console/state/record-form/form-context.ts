import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import type { Json } from '../../api/documents.ts';
import { isAtOrBelow } from './values.ts';

/** What all fields of a form share. */
export interface FormSetting {
  /** Messages by the pointer to their place. */
  readonly faults: ReadonlyMap<string, readonly string[]>;
  /** The collection that a member names records of, by its pointer. */
  readonly references: ReadonlyMap<string, string>;
  /** Pointers of members that stay as they are: what an existing record is found by. */
  readonly fixed: ReadonlySet<string>;
  readonly isUnlocked: boolean;
  /** Whether nothing can be changed: it is of a recording. */
  readonly isReadOnly: boolean;
}

export const FormContext = createContext<FormSetting>({
  faults: new Map(),
  references: new Map(),
  fixed: new Set(),
  isUnlocked: false,
  isReadOnly: false,
});

export function useForm(): FormSetting {
  return useContext(FormContext);
}

/** What an input for one value is given. */
export interface InputProps {
  readonly id: string;
  readonly value: Json | undefined;
  readonly isInvalid: boolean;
  readonly isDisabled: boolean;
  readonly isRequired: boolean;
  /** The id of the texts that describe it. */
  readonly describedBy: string | undefined;
  onChange(this: void, value: Json | undefined): void;
}

/** Messages of places at and below a pointer, where no field of its own shows them. */
export function faultsAt(
  faults: FormSetting['faults'],
  pointer: string,
  isDeep: boolean,
): readonly string[] {
  return [...faults].flatMap(([place, messages]) => {
    if (place === pointer) return messages;
    if (!isDeep || !isAtOrBelow(place, pointer)) return [];
    return messages.map((message) => `${place.slice(pointer.length)}: ${message}`);
  });
}
