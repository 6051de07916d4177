import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown } from '../../base/json.ts';
import { readFlag, readWish, refuseWish } from '../matching/read-members.ts';
import type { Act } from './acts.ts';
import { readFault } from './faults/faults.ts';
import { readReply } from './replies.ts';

const mostSteps = 100;

/** What happens, and where in the wish it stands. */
export interface PlacedAct {
  readonly act: Act;
  readonly pointer: string;
}

/** What happens to one request after the other: always the same, or a sequence. */
export function readActs({ reply, fault, sequence }: JsonObject): readonly PlacedAct[] {
  if (sequence === undefined) return [{ act: readAct({ reply, fault }, ''), pointer: '' }];
  if (reply !== undefined || fault !== undefined) {
    throw refuseWish('/sequence', 'holds all that happens: leave reply and fault out', 'not');
  }
  const steps: readonly JsonValue[] = Array.isArray(sequence) ? sequence : [];
  if (steps.length === 0 || steps.length > mostSteps) {
    throw refuseWish('/sequence', `must be a list of 1 to ${mostSteps} steps`, 'minItems');
  }
  return steps.map((step, at) => {
    const pointer = stepDown('/sequence', at);
    return { act: readStep(step, pointer), pointer };
  });
}

function readStep(step: JsonValue, pointer: string): Act {
  const wish = readWish(step, pointer, ['reply', 'fault', 'pass']);
  const { reply, fault } = wish.value;
  if (!readFlag(wish, 'pass')) {
    if (isJsonObject(fault) && fault['rate_limit'] !== undefined) {
      const message = 'is no step of a sequence: make an override of its own for it';
      throw refuseWish(`${pointer}/fault/rate_limit`, message, 'not');
    }
    return readAct({ reply, fault }, pointer);
  }
  if (reply === undefined && fault === undefined) return 'pass';
  throw refuseWish(pointer, 'must have either pass, or reply and fault', 'oneOf');
}

interface Given {
  readonly reply: JsonValue | undefined;
  readonly fault: JsonValue | undefined;
}

function readAct(given: Given, pointer: string): Act {
  if (given.reply === undefined && given.fault === undefined) {
    const message = 'must say what is to happen: reply, fault or both, or at the top a sequence';
    throw refuseWish(pointer, message, 'anyOf');
  }
  const reply = given.reply === undefined ? undefined : readReply(given.reply, `${pointer}/reply`);
  const fault = given.fault === undefined ? undefined : readFault(given.fault, `${pointer}/fault`);
  if (!reply || !fault?.statuses) return { reply, fault };
  const message = 'is told by the reply already: leave out one of them';
  throw refuseWish(`${pointer}/fault/status`, message, 'not');
}
