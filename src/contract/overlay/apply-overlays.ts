import type { Complaint } from '../../base/errors.ts';
import { messageOf, StartError } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { stepDown } from '../../base/json.ts';
import { mostCopies, mostLevels } from '../../text/limits.ts';
import type { Source } from '../../text/source.ts';
import { complainAt } from '../../text/source.ts';
import type { OverlayDraft, Update } from './draft.ts';
import { jsonKindOf, openDraft } from './draft.ts';
import type { JsonPath, JsonSteps } from './json-path.ts';

/** An overlay file: changes to contracts. */
export interface Overlay {
  readonly source: Source;
  /** The URI of the one contract that it changes; undefined if it changes all. */
  readonly extends: string | undefined;
  readonly actions: readonly Action[];
}

/** One change. Without `update` and `copied` it removes the target. */
export interface Action {
  readonly pointer: string;
  readonly target: JsonPath;
  readonly update: JsonValue | undefined;
  /** Where in the contract to find the value to merge. */
  readonly copied: JsonPath | undefined;
  /** Whether the overlay has version 1.0, in which an action can not update a single value. */
  readonly isFirstVersion: boolean;
}

/** Called with the places of a contract that an action is about to change. */
export type OnChange = (action: Action, uri: string, ways: readonly JsonSteps[]) => void;

/**
 * Applies overlays to contracts. Throws a StartError with everything that could not be done. An
 * action that finds no target in any of the contracts is such an error.
 */
export function applyOverlays(
  sources: ReadonlyMap<string, Source>,
  overlays: readonly Overlay[],
  onChange?: OnChange,
): ReadonlyMap<string, Source> {
  const drafts = new Map([...sources].map(([uri, { root }]) => [uri, openDraft(root)]));
  const complaints = overlays.flatMap((overlay) => {
    const concerned = [...drafts].filter(
      ([uri]) => overlay.extends === undefined || uri === overlay.extends,
    );
    return applyOne(overlay, concerned, onChange);
  });
  if (complaints.length > 0) throw new StartError(complaints);
  return new Map(
    [...sources].map(([uri, source]) => {
      const draft = drafts.get(uri);
      return [uri, draft ? { ...source, root: draft.root, trace: draft.trace } : source];
    }),
  );
}

function applyOne(
  { source, actions }: Overlay,
  drafts: readonly (readonly [string, OverlayDraft])[],
  onChange: OnChange | undefined,
): readonly Complaint[] {
  return actions.flatMap((action): readonly Complaint[] => {
    const complain = (step: string, message: string): Complaint =>
      complainAt(source, stepDown(action.pointer, step), message);
    try {
      const found = drafts.map(([uri, draft]) => ({
        uri,
        draft,
        ways: action.target.find(draft.root),
      }));
      if (found.every(({ ways }) => ways.length === 0)) {
        const where = drafts.length === 1 ? 'the contract' : 'any of the contracts';
        return [complain('target', `there is nothing at this place in ${where}`)];
      }
      return found.flatMap(({ uri, draft, ways }) => {
        onChange?.(action, uri, ways);
        return change(source, action, draft, ways);
      });
    } catch (error) {
      return [complain('target', messageOf(error))];
    }
  });
}

function change(
  source: Source,
  action: Action,
  draft: OverlayDraft,
  ways: readonly JsonSteps[],
): readonly Complaint[] {
  const complain = (pointer: string, message: string): Complaint =>
    complainAt(source, pointer, message);
  if (ways.length === 0) return [];
  const target = stepDown(action.pointer, 'target');
  const problem = problemWith(action, draft, ways);
  if (problem !== undefined) return [complain(target, problem)];
  if (action.update === undefined && !action.copied) {
    draft.remove(ways);
    return [];
  }
  const update = findUpdate(source, action, draft);
  if (!update) {
    const message = 'what is copied has to be at exactly one place in the contract';
    return [complain(stepDown(action.pointer, 'copy'), message)];
  }
  const excess = excessOf(update, ways);
  if (excess !== undefined) return [complain(target, excess)];
  const misfits = ways.flatMap((way) => draft.merge(way, update));
  // The same conflict may appear at many targets. It is reported once.
  const told = new Map(misfits.map((misfit) => [`${misfit.pointer} ${misfit.message}`, misfit]));
  return [...told.values()].map(({ pointer, message }) => complain(pointer, message));
}

function problemWith(
  action: Action,
  draft: OverlayDraft,
  ways: readonly JsonSteps[],
): string | undefined {
  const isRemoval = action.update === undefined && !action.copied;
  if (isRemoval) {
    return ways.some((way) => way.length === 0) ? 'a contract can not be removed' : undefined;
  }
  const kinds = new Set(ways.map((way) => jsonKindOf(draft.valueAt(way))));
  if (kinds.size > 1)
    return `this selects ${[...kinds].join(' and ')}: they can not be changed alike`;
  return action.isFirstVersion && kinds.has('a single value')
    ? 'this selects a single value: select the object that holds it (or be of version 1.1)'
    : undefined;
}

function findUpdate(source: Source, action: Action, draft: OverlayDraft): Update | undefined {
  const { pointer, update, copied } = action;
  if (!copied) {
    if (update === undefined) return undefined;
    return { value: update, source, pointer: stepDown(pointer, 'update'), isCopied: false };
  }
  const [way, ...others] = copied.find(draft.root);
  const value = way && draft.valueAt(way);
  if (value === undefined || others.length > 0) return undefined;
  return { value, source, pointer: stepDown(pointer, 'copy'), isCopied: true };
}

/** The changed contract must stay within the limits of a text. */
function excessOf({ value }: Update, ways: readonly JsonSteps[]): string | undefined {
  const { size, depth } = measure(value);
  if (size * ways.length > mostCopies) {
    return `this would add more than ${mostCopies.toLocaleString('en')} values`;
  }
  const isTooDeep = ways.some((way) => way.length + depth > mostLevels);
  return isTooDeep ? `this would be nested deeper than ${mostLevels} levels` : undefined;
}

function measure(value: JsonValue): { readonly size: number; readonly depth: number } {
  if (typeof value !== 'object' || value === null) return { size: 1, depth: 0 };
  let [size, depth] = [1, 0];
  for (const member of Object.values<JsonValue>(value)) {
    const below = measure(member);
    size += below.size;
    depth = Math.max(depth, below.depth);
  }
  return { size, depth: depth + 1 };
}
