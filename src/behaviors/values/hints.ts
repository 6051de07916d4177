import type { JsonValue } from '../../base/json.ts';

/** What tells of the kind of a value besides its rules. */
export interface Hints {
  readonly name: string;
  /** Of what it is the name, where it is one. */
  readonly kind: string;
  readonly description: string;
  /** Values to fall back upon where nothing tells of the kind. */
  readonly fallbacks: readonly JsonValue[];
  readonly contentEncoding: string;
  readonly contentMediaType: string;
}
