import type { Dice } from '../../kill/random.ts';
import type { Operation, Result, State } from './operation.ts';
import { absent, perform, tell, toState } from './operation.ts';

export interface Simulation {
  readonly dice: Dice;
  readonly clients: number;
  readonly operations: number;
  /** How many of the requests get no answer, from 0 to 1. */
  readonly unanswered: number;
  /** What the register does wrong, once, in the middle of the history; nothing is wrong without it. */
  readonly fault?: Fault;
}

export type Fault = (typeof faults)[number];
export const faults = [
  'shows what was before the last write',
  'forgets a write that it acknowledged',
  'does a write twice',
  'brings back what was deleted',
  'does half of two appends at once',
  'says that there is no record',
] as const;

interface Request {
  readonly operation: Omit<Operation, 'begin' | 'end' | 'result'>;
  readonly begin: number;
  readonly effect: number;
  readonly end: number;
  readonly isAnswered: boolean;
}

/**
 * What clients see of one register, each of whose operations takes effect at some moment between its begin and its end;
 * one without an answer at some moment since it began, which may be long after, or never.
 */
export function simulate(simulation: Simulation): {
  operations: readonly Operation[];
  isFaulty: boolean;
} {
  const register = new Register(simulation.fault, simulation.operations / 2);
  const results = new Map<Request, Result>();
  const requests = askAtRandom(simulation);
  for (const request of requests.toSorted((left, right) => left.effect - right.effect)) {
    if (request.effect === Infinity) continue;
    results.set(request, register.perform({ ...request.operation, begin: 0, end: 0 }));
  }
  const operations = requests.map((request): Operation => {
    const result = results.get(request);
    if (!request.isAnswered || !result)
      return { ...request.operation, begin: request.begin, end: Infinity };
    return { ...request.operation, begin: request.begin, end: request.end, result };
  });
  return { operations, isFaulty: register.isFaulty };
}

function askAtRandom({ dice, clients, operations, unanswered }: Simulation): readonly Request[] {
  const free = Array.from({ length: clients }, () => dice.next() * 10);
  return Array.from({ length: operations }, (_, index): Request => {
    const client = free.indexOf(Math.min(...free));
    const begin = free[client] ?? 0;
    const end = begin + 1 + dice.next() * 20;
    free[client] = end + dice.next() * 5;
    const operation = chooseOperation(dice, `c${client}`, index + 1);
    if (dice.next() >= unanswered) {
      return {
        operation,
        begin,
        effect: begin + dice.next() * (end - begin),
        end,
        isAnswered: true,
      };
    }
    const chance = dice.next();
    const late = chance < 0.4 ? Infinity : begin + dice.next() * (chance < 0.7 ? 20 : 400);
    return { operation, begin, effect: late, end: Infinity, isAnswered: false };
  });
}

const kinds = [
  'read',
  'read',
  'read',
  'put',
  'create',
  'change',
  'append',
  'append',
  'append',
  'delete',
] as const;

function chooseOperation(dice: Dice, client: string, number: number): Request['operation'] {
  const kind = kinds[dice.below(kinds.length)] ?? 'read';
  if (kind === 'read' || kind === 'delete') return { client, record: 'x', kind };
  if (kind !== 'change' || dice.next() < 0.5) return { client, record: 'x', kind, number };
  return { client, record: 'x', kind, number, onlyIf: toState(number - 1 - dice.below(3), []) };
}

class Register {
  isFaulty = false;
  #state: State = absent;
  #before: State = absent;
  #lastPresent: State = absent;
  #twice: Operation | undefined;
  #left: number;
  readonly #fault: Fault | undefined;

  constructor(fault: Fault | undefined, after: number) {
    this.#fault = fault;
    this.#left = after;
  }

  perform(operation: Operation): Result {
    this.#left -= 1;
    if (this.#twice && this.#left % 3 === 0) this.#repeat(this.#twice);
    const wrong =
      this.#fault && this.#left < 0 && !this.isFaulty && this.#doWrong(this.#fault, operation);
    if (wrong) {
      this.isFaulty = true;
      return wrong;
    }
    const next = perform(this.#state, operation);
    const result = tell(this.#state, next, operation);
    this.#set(next);
    return result;
  }

  #set(next: State): void {
    if (next === this.#state) return;
    this.#before = this.#state;
    this.#state = next;
    if (next !== absent) this.#lastPresent = next;
  }

  #repeat(operation: Operation): void {
    this.#twice = undefined;
    this.#set(perform(this.#state, operation));
  }

  /** Undefined: with this operation the register can't do wrong. */
  #doWrong(fault: Fault, operation: Operation): Result | undefined {
    if (operation.kind === 'read') return this.#readWrong(fault, operation);
    const next = perform(this.#state, operation);
    if (next === this.#state) return undefined;
    const right = tell(this.#state, next, operation);
    if (fault === 'forgets a write that it acknowledged') return right;
    if (operation.kind !== 'append') return undefined;
    if (fault === 'does a write twice') {
      this.#twice = operation;
      this.#set(next);
      return right;
    }
    if (fault !== 'does half of two appends at once' || this.#before === absent) return undefined;
    // Both have read the same state, and the second one overwrites what the first has written.
    this.#set(perform(this.#before, operation));
    return tell(this.#before, this.#state, operation);
  }

  #readWrong(fault: Fault, operation: Operation): Result | undefined {
    if (fault === 'shows what was before the last write' && this.#before !== this.#state) {
      return tell(this.#before, this.#before, operation);
    }
    if (fault === 'says that there is no record' && this.#state !== absent) {
      return { says: 'absent' };
    }
    if (fault !== 'brings back what was deleted') return undefined;
    if (this.#state !== absent || this.#lastPresent === absent) return undefined;
    this.#set(this.#lastPresent);
    return tell(this.#state, this.#state, operation);
  }
}
