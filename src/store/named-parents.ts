import type { NameForm } from '../base/resource-names.ts';
import { parentInName, wholeName } from '../base/resource-names.ts';

interface NamedShape {
  readonly nameForm?: NameForm | undefined;
  readonly parents: readonly { readonly nameForm?: NameForm | undefined }[];
}

/** The parents that a record names, by their whole names; those that it leaves out, its own name has. */
export function parentsByName(
  { nameForm, parents }: NamedShape,
  key: string | undefined,
  told: readonly (string | undefined)[],
): readonly (string | undefined)[] {
  if (!nameForm && parents.every((parent) => !parent.nameForm)) return told;
  return parents.map((parent, at) => {
    const value = told[at] ?? parentInName(nameForm, key ?? '', at);
    return value === undefined ? undefined : wholeName(parent.nameForm, value, told);
  });
}
