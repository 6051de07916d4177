import type { JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { assertObject } from '../base/given.ts';
import { readArranged } from '../server/control/grammar.ts';
import type { MockOverride, OverrideReport } from '../traffic/documents.ts';
import type { Overrides } from '../traffic/interventions/overrides.ts';
import { readDocument, writeDocument } from '../traffic/wire-names.ts';
import { inOwnNames } from './own-names.ts';

/** An override that is in place. */
export interface OverrideHandle {
  readonly id: string;
  /** How many requests it has applied to. */
  readonly hits: number;
  /** Which operations it leaves alone, where it is for any and only some declare the status. */
  readonly notice?: string;
  /** Removes it. Returns whether it was still in place. */
  remove(): boolean;
}

export function useOverride(
  override: MockOverride,
  world: string,
  overrides: Overrides,
): OverrideHandle {
  assertObject('use', override);
  const prepared = inOwnNames('use', () =>
    overrides.prepare(readArranged('OverrideWish', toJson(override)), { world }),
  );
  prepared.open();
  return {
    id: prepared.id,
    get hits() {
      return prepared.hits();
    },
    ...(prepared.notice !== undefined && { notice: prepared.notice }),
    remove: () => prepared.remove(),
  };
}

export function listOverrides(world: string, overrides: Overrides): readonly OverrideReport[] {
  // A trust edge: the schema has checked the input, and `list` returns it with its counts.
  return overrides.list(world).map((input) => readDocument(input) as unknown as OverrideReport);
}

/** A copy by way of JSON. If it is no object, the schema refuses it. */
function toJson(override: MockOverride): JsonValue {
  const text: string | undefined = JSON.stringify(override);
  const value: JsonValue = text === undefined ? null : JSON.parse(text);
  return isJsonObject(value) ? writeDocument(value) : value;
}
