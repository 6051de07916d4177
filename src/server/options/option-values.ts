import type { CommandName } from './commands.ts';
import type { KindValues } from './kinds.ts';
import { table } from './table.ts';

/** The rows as they are written, of which all types are made. */
type Table = typeof table;
type OptionName = keyof Table;

type ValueOf<Name extends OptionName> =
  | (Table[Name][0] extends keyof KindValues ? KindValues[Table[Name][0]] : Table[Name][0][number])
  | (undefined extends Table[Name][1] ? undefined : never);

/** The value of each option after it was read. */
export type OptionValues = { readonly [Name in OptionName]: ValueOf<Name> };

/** The options that `createMock` takes. */
export type LibraryName = {
  [Name in OptionName]: 'library' extends Table[Name][2][number] ? Name : never;
}[OptionName];

type Rows = {
  readonly [Name in OptionName]: readonly [
    kind: keyof KindValues | readonly string[],
    fallback: OptionValues[Name],
    where: readonly (CommandName | 'library')[],
    help: string,
  ];
};

export const rows: Rows = table;
