import type { Source } from '../../text/source.ts';
import type { Part } from './resolver.ts';

/** Leads from one part of the contracts' files to others. */
export interface SchemaReader {
  readonly sources: ReadonlyMap<string, Source>;
  /** What a reference leads to, which may be another. */
  step(part: Part): Part | undefined;
  /** Goes through `$ref`s until there is none. One that goes in a circle is undefined. */
  follow(part: Part): Part | undefined;
  /** What stands below a part, as it stands there: references lead on the way, and not at the end. */
  at(part: Part, ...steps: readonly (string | number)[]): Part | undefined;
  /** What stands below a part, references at the end followed, too. */
  child(part: Part, ...steps: readonly (string | number)[]): Part | undefined;
  /** A keyword of a schema itself: beside a reference, which in 3.1 counts, and not behind it. */
  own(schema: Part, keyword: string): Part | undefined;
  /** The schemas that a schema is made of besides its keywords: what it refers to, and `allOf`. */
  parts(schema: Part): readonly Part[];
}
