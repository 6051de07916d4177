import type { JsonObject } from '../../base/json.ts';
import { freezeJson } from '../../base/json.ts';
import type { StateAdapter } from '../database.ts';
import type { SavedState } from '../ledger/saved-state.ts';
import { collectState } from '../ledger/saved-state.ts';
import type { Item, RecordChange } from '../record.ts';
import { admitState } from '../state/admission.ts';
import { changesBetween } from '../state/state-history.ts';
import type { State } from '../state/state.ts';
import { changeDraft, editState } from '../state/state.ts';
import type { SavedClock } from './clock.ts';

/** A text that outlives this process. Resolves, or rejects with a refusal, as the store has answered. */
export interface KeptText {
  /** In bytes; undefined: there is none. */
  size(this: void): number | undefined;
  replace(this: void, text: string): Promise<void>;
  append(this: void, text: string): Promise<void>;
}

/** What a private world is besides its records, by the first line of its text. */
export interface WorldHead {
  readonly seed: string;
  /** The scenario that it begins with, and its document then; without, it is that of the default world. */
  readonly scenario?: { readonly name: string; readonly document?: string | undefined } | undefined;
  /** The name of the snapshot that it was made from. */
  readonly from?: string | undefined;
  /** The state of that snapshot, by its name: the world goes back to it, also when the snapshot is gone. */
  readonly base?: string | undefined;
  readonly madeAt: number;
  readonly isReadOnly?: boolean | undefined;
  /** Of the visitor whom it is for. */
  readonly network?: string | undefined;
  /** With which it began. */
  readonly clock?: SavedClock | undefined;
}

export interface WorldText {
  readonly head: WorldHead;
  readonly lines: readonly WorldLine[];
}

/** The state is this one from here on, or that of the world's beginning; or records have changed. */
type WorldLine = { readonly state: SavedState } | { readonly changes: readonly KeptChange[] };

interface KeptChange extends Omit<RecordChange, 'before' | 'after' | 'madeUp'> {
  readonly before?: KeptPlace;
  readonly after?: KeptPlace & { readonly body: JsonObject };
}

interface KeptPlace {
  readonly key: string;
  /** Null: unknown. */
  readonly parents: readonly (string | null)[];
}

/** In bytes: a shorter text is not written anew. */
const leastLength = 65_536;

/**
 * Stores the states of a world as a text: what it is, then the changes since its beginning. `base`: the
 * state that the world goes back to. `stored`: the one that the text has.
 */
export function createWorldAdapter(
  findHead: () => WorldHead | Promise<WorldHead>,
  text: KeptText,
  { base, stored: first = base }: { readonly base: State; readonly stored?: State | undefined },
): StateAdapter {
  let stored = first;
  let limit = Math.max(leastLength, 2 * (text.size() ?? 0));
  const replace = async (state: State): Promise<void> => {
    await text.replace(
      writeLine(await findHead()) + (isSame(state, base) ? '' : writeWhole(state)),
    );
    limit = Math.max(leastLength, 2 * (text.size() ?? 0));
  };
  const append = async (lists: Parameters<typeof writeChanges>[0]): Promise<void> => {
    if (lists.length > 0) await text.append(writeChanges(lists));
  };
  return {
    read: () => Promise.resolve(stored),
    async write(state) {
      const size = text.size();
      if (size !== undefined && state === stored) return;
      const lists = changesBetween(stored, state);
      if (size === undefined && lists && isSame(stored, base))
        await text.replace(writeLine(await findHead()) + writeChanges(lists));
      else if (lists && size !== undefined && size < limit) await append(lists);
      else await replace(state);
      stored = state;
    },
  };
}

/** Whether both have the same contents, by what they share. */
function isSame(state: State, other: State): boolean {
  return (['tables', 'misfits', 'authoritative', 'tombstones', 'born', 'known'] as const).every(
    (part) => state[part] === other[part],
  );
}

function writeLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

function writeWhole(state: State): string {
  return writeLine({ state: collectState(state) });
}

function writeChanges(lists: readonly (readonly RecordChange[])[]): string {
  return lists.map((changes) => writeLine({ changes: changes.map(toKept) })).join('');
}

function toKept({ collection, before, after, isNew, knownSince }: RecordChange): KeptChange {
  return {
    collection,
    ...(isNew === undefined ? {} : { isNew }),
    ...(knownSince === undefined ? {} : { knownSince }),
    ...(before ? { before: placeOf(before) } : {}),
    ...(after ? { after: { ...placeOf(after), body: after.body } } : {}),
  };
}

function placeOf({ key, parents }: Item): KeptPlace {
  return { key, parents: parents.map((parent) => parent ?? null) };
}

/** A trust edge: a replica with the same contract and fixtures wrote it. */
export function readWorldText(text: string): WorldText {
  const [head, ...lines] = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);
  return { head: head as WorldHead, lines: lines as readonly WorldLine[] };
}

/** The state that these lines lead to. */
export function replayWorld(lines: readonly WorldLine[], base: State): State {
  let draft = editState(base);
  for (const line of lines) {
    if ('state' in line) draft = editState(admitAgain(line.state, base));
    else changeDraft(draft, line.changes.map(fromKept));
  }
  return draft.done();
}

/** The contract is the same, so all of it fits. */
export function admitAgain(saved: SavedState, { madeFor, authoritative }: State): State {
  return admitState(madeFor, authoritative, saved).state;
}

/** A record that was changed is known by its place alone. */
function fromKept({ before, after, ...rest }: KeptChange): RecordChange {
  return {
    ...rest,
    before: before && { ...fromPlace(before), body: {} },
    after: after && { ...fromPlace(after), body: freezeJson(after.body) },
  };
}

function fromPlace({ key, parents }: KeptPlace): Pick<Item, 'key' | 'parents'> {
  return { key, parents: parents.map((parent) => parent ?? undefined) };
}
