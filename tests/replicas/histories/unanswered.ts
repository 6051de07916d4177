import type { Operation, State } from './operation.ts';
import { absent, numbersIn, perform } from './operation.ts';

/** A state, and which of the writes without an answer have led to it: bits of their places. */
export interface Reached {
  readonly state: State;
  readonly used: bigint;
}

interface Moment {
  /** Whether none of the writes without an answer has been tried yet. */
  readonly isFirst: boolean;
  readonly now: number;
}

/** What a record has to hold so that an operation may give its reply. */
type Need =
  | { readonly is: 'absent' }
  | { readonly is: 'present' }
  /** There is a record, but not this one. */
  | { readonly is: 'other'; readonly than: State }
  /** These entries; and this value, if one is named. */
  | { readonly is: 'record'; readonly entries: string; readonly value: number | undefined };

/**
 * The writes that got no answer. Each may happen at any time since it began, once, or never. So it happens here only where
 * a reply needs it, and only those are tried that can lead to what the reply needs: that is why hundreds of them don't
 * make the search explode.
 */
export class Unanswered {
  readonly #all: Operation[] = [];
  readonly #places = new Map<number, number>();
  /** By the number of a write: the last time that a reply shows it. */
  readonly #lastShown: ReadonlyMap<number, number>;

  /** Hears of each step, and may throw. */
  readonly #onStep: () => void;

  constructor(operations: readonly Operation[], onStep: () => void) {
    this.#onStep = onStep;
    this.#lastShown = findLastShown(operations);
  }

  begin(operation: Operation): void {
    const place = this.#all.push(operation) - 1;
    if (operation.number !== undefined) this.#places.set(operation.number, place);
  }

  /** The states from which the operation can give its reply, each by the fewest writes. */
  *lead(from: Reached, operation: Operation): Generator<Reached> {
    const need = needOf(operation);
    if (!need) return;
    const seen = new Set<string>();
    const open = [from];
    for (let next = open.pop(); next; next = open.pop()) {
      this.#onStep();
      if (isMet(need, next.state)) {
        yield next;
        continue;
      }
      for (const place of this.#helpful(next, need, {
        isFirst: next === from,
        now: operation.end,
      })) {
        const state = perform(next.state, this.#at(place));
        if (state === next.state) continue;
        const reached = { state, used: next.used | (1n << BigInt(place)) };
        const key = `${reached.used} ${state}`;
        if (!seen.has(key)) open.push(reached);
        seen.add(key);
      }
    }
  }

  #at(place: number): Operation {
    // Places come from `#all`.
    return this.#all[place] as Operation;
  }

  /**
   * What stood before a put or a deletion doesn't matter, so that each of them is tried as the first alone. A creation
   * comes first, or after a deletion.
   */
  *#helpful({ state, used }: Reached, need: Need, { isFirst, now }: Moment): Generator<number> {
    if (need.is === 'absent') {
      yield* this.#choose(['delete'], used, now);
    } else if (state === absent) {
      for (const place of this.#choose(isFirst ? ['put', 'create'] : ['create'], used, now)) {
        if (this.#canBegin(place, need, used)) yield place;
      }
    } else if (need.is === 'other') {
      const kinds = ['put', 'change', 'append', 'delete'] as const;
      yield* this.#choose(isFirst ? kinds : kinds.slice(1, 3), used, now);
    } else if (need.is === 'record') {
      yield* this.#extend(state, need, used);
      if (!isFirst) return;
      for (const place of this.#choose(['put', 'delete'], used, now)) {
        if (this.#canBegin(place, need, used)) yield place;
      }
    }
  }

  /** Whether what is needed can follow this put, creation or deletion. */
  #canBegin(place: number, need: Need, used: bigint): boolean {
    if (need.is !== 'record') return true;
    const { kind, number } = this.#at(place);
    const { value } = need;
    const mayHaveValue =
      kind === 'delete' ||
      value === undefined ||
      value === number ||
      this.#has('change', value, used);
    return mayHaveValue && this.#canFill(need, used);
  }

  /** Whether all entries can be appended to a record that has none. */
  #canFill({ entries }: { entries: string }, used: bigint): boolean {
    return (
      entries === '' ||
      entries.split(' ').every((entry) => this.#has('append', Number(entry), used))
    );
  }

  /** The next entry, and the changes of the value. */
  *#extend(
    state: State,
    { entries, value }: Need & { is: 'record' },
    used: bigint,
  ): Generator<number> {
    const had = state.slice(state.indexOf(':') + 1);
    const start = had === '' ? '' : `${had} `;
    if (had !== entries && !entries.startsWith(start)) return;
    if (had !== entries) {
      const next = Number.parseInt(entries.slice(start.length), 10);
      if (this.#has('append', next, used)) yield this.#places.get(next) as number;
    }
    // Another change may need the value of one as its condition.
    const conditions = this.#all.flatMap(({ onlyIf }) => numbersIn(onlyIf).slice(0, 1));
    for (const number of new Set([...(value === undefined ? [] : [value]), ...conditions])) {
      if (this.#has('change', number, used)) yield this.#places.get(number) as number;
    }
    for (const [place, { onlyIf }] of this.#all.entries()) {
      if (onlyIf === state && isFree(place, used)) yield place;
    }
  }

  #has(kind: Operation['kind'], number: number, used: bigint): boolean {
    const place = this.#places.get(number);
    return place !== undefined && isFree(place, used) && this.#at(place).kind === kind;
  }

  /**
   * Nothing tells two deletions from each other, nor two writes of one kind that no later reply shows: the first
   * stands for all.
   */
  *#choose(kinds: readonly Operation['kind'][], used: bigint, now: number): Generator<number> {
    const alike = new Set<string>();
    for (const [place, { kind, number = 0, onlyIf }] of this.#all.entries()) {
      if (!kinds.includes(kind) || !isFree(place, used)) continue;
      const isShown = (this.#lastShown.get(number) ?? -Infinity) >= now;
      const group = `${kind} ${onlyIf}`;
      if (!isShown && alike.has(group)) continue;
      if (!isShown) alike.add(group);
      yield place;
    }
  }
}

function isFree(place: number, used: bigint): boolean {
  return ((used >> BigInt(place)) & 1n) === 0n;
}

function findLastShown(operations: readonly Operation[]): Map<number, number> {
  const shown = new Map<number, number>();
  for (const { end, result, onlyIf } of operations) {
    for (const number of [...numbersIn(result?.state), ...numbersIn(onlyIf)]) {
      shown.set(number, Math.max(end, shown.get(number) ?? 0));
    }
  }
  return shown;
}

/** Undefined: no state leads to this reply. */
function needOf({ kind, number, onlyIf, result }: Operation): Need | undefined {
  if (!result) return undefined;
  if (result.says === 'absent' || result.says === 'made') return { is: 'absent' };
  if (result.says === 'unmet') return { is: 'other', than: onlyIf ?? absent };
  if (result.says !== 'shows' || kind === 'put') return { is: 'present' };
  const [value, ...entries] = numbersIn(onlyIf ?? result.state);
  if (onlyIf !== undefined || kind === 'read')
    return { is: 'record', entries: entries.join(' '), value };
  if (kind === 'change') return { is: 'record', entries: entries.join(' '), value: undefined };
  return entries.pop() === number ? { is: 'record', entries: entries.join(' '), value } : undefined;
}

function isMet(need: Need, state: State): boolean {
  if (state === absent || need.is === 'absent') return state === absent && need.is === 'absent';
  if (need.is === 'present') return true;
  if (need.is === 'other') return state !== need.than;
  const [value, entries] = state.split(':');
  return entries === need.entries && (need.value === undefined || value === `${need.value}`);
}
