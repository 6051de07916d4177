/** What a record holds, as a text: `7:3 5` has the value 7 and the entries 3 and 5. */
export type State = string;

export const absent: State = 'absent';

/**
 * What a reply told: the record (`made` where the reply says that it is new), or why nothing was done. `exists`
 * is a 409, `unmet` a 412, `absent` a 404, and `unchanged` a failure that says that nothing was changed.
 */
export interface Result {
  readonly says: 'shows' | 'made' | 'deleted' | 'absent' | 'exists' | 'unmet' | 'unchanged';
  readonly state?: State;
}

/** One request of a client about one record. */
export interface Operation {
  readonly client: string;
  readonly record: string;
  readonly kind: 'read' | 'create' | 'put' | 'change' | 'append' | 'delete';
  /** What a write brings: a value, or for `append` an entry. No other write of the history has the same number. */
  readonly number?: number;
  /** The change is asked for only if the record holds this (If-Match). */
  readonly onlyIf?: State;
  readonly begin: number;
  /** Infinity: it got no answer that counts. A write may have happened at any time since it began, once, or never. */
  readonly end: number;
  /** Without one, the outcome is unknown. */
  readonly result?: Result;
}

export function toState(value: number, entries: readonly (number | string)[]): State {
  return `${value}:${entries.join(' ')}`;
}

/** The state after the operation, whatever its reply said. */
export function perform(state: State, { kind, number = 0, onlyIf }: Operation): State {
  switch (kind) {
    case 'read':
      return state;
    case 'create':
      return state === absent ? toState(number, []) : state;
    case 'put':
      return toState(number, []);
    case 'delete':
      return absent;
    case 'change':
    case 'append':
      if (state === absent || (onlyIf !== undefined && onlyIf !== state)) return state;
      return kind === 'change' ? `${number}${state.slice(state.indexOf(':'))}` : add(state, number);
  }
}

function add(state: State, entry: number): State {
  return state.endsWith(':') ? `${state}${entry}` : `${state} ${entry}`;
}

/** The state after the operation; undefined where its reply can't come from this state. */
export function accept(state: State, operation: Operation): State | undefined {
  const next = perform(state, operation);
  const { result } = operation;
  if (!result) return next;
  if (result.says === 'unchanged') return state;
  const { says, state: shown } = tell(state, next, operation);
  return says === result.says && shown === result.state ? next : undefined;
}

/** What the reply has to tell. */
export function tell(state: State, next: State, { kind, onlyIf }: Operation): Result {
  const isAbsent = state === absent;
  if (kind === 'create') return isAbsent ? { says: 'made', state: next } : { says: 'exists' };
  if (kind === 'put') return { says: isAbsent ? 'made' : 'shows', state: next };
  if (isAbsent) return { says: 'absent' };
  if (kind === 'delete') return { says: 'deleted' };
  if (onlyIf !== undefined && onlyIf !== state) return { says: 'unmet' };
  return { says: 'shows', state: next };
}

/** The numbers of the writes that a state shows. */
export function numbersIn(state: State | undefined): readonly number[] {
  if (state === undefined || state === absent) return [];
  return state.split(/[: ]/).filter(Boolean).map(Number);
}

/** Whether it may have changed the record. */
export function isWrite({ kind, result }: Operation): boolean {
  return kind !== 'read' && (!result || /^(shows|made|deleted)$/.test(result.says));
}

/** Whether the reply says that the write happened. */
export function isAcknowledged(operation: Operation): boolean {
  return operation.result !== undefined && isWrite(operation);
}
