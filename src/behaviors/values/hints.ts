import type { JsonValue } from '../../base/json.ts';

/** What suggests the meaning of a value, besides the rules of its schema. */
export interface Hints {
  readonly name: string;
  /** The kind of thing that has the name, such as `person`; empty where that does not matter. */
  readonly kind: string;
  readonly description: string;
  /** Examples and defaults, for values that name and description do not suggest. */
  readonly fallbacks: readonly JsonValue[];
  readonly contentEncoding: string;
  readonly contentMediaType: string;
}
