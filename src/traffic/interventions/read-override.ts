import { refuseInBody } from '../../base/errors.ts';
import { stepDown } from '../../base/json.ts';
import { findOperation, suggestOperations } from '../../base/operation-names.ts';
import type { Operation } from '../../contract/operations.ts';
import { findStatuses, listStatuses, reviewAnswer } from '../../pipeline/review-answer.ts';
import type { OverrideDocument } from '../documents.ts';
import type { CompilePattern, Matcher } from '../matching/matcher.ts';
import { compileMatch } from '../matching/matcher.ts';
import type { InterventionAct } from './acts.ts';
import { reviewForAny } from './any-operation.ts';
import type { RateLimit } from './faults/faults.ts';
import type { ActPart } from './parts.ts';
import { partsOfAll, partsOfEach } from './parts.ts';
import type { PlacedAct } from './read-acts.ts';
import { readActs } from './read-acts.ts';

/** What happens instead of the usual, and to which requests. */
export interface Override {
  /** The id of an operation; undefined: any operation. */
  readonly operation: string | undefined;
  readonly matcher: Matcher | undefined;
  /** Whether it applies before authentication. */
  readonly isBeforeAuth: boolean;
  /** If set, the override does nothing else. */
  readonly limit: RateLimit | undefined;
  /** Whether known credentials count as expired; if so, the override does nothing else. */
  readonly isExpiring: boolean;
  /** Requests get these in turn. */
  readonly acts: readonly InterventionAct[];
  /** What any of the acts decides. */
  readonly parts: readonly ActPart[];
  /** What it decides of every request that it matches, so that others behind it do not count. */
  readonly sureParts: readonly ActPart[];
  /** To how many requests it applies; undefined: no limit. */
  readonly times: number | undefined;
  readonly probability: number;
  /** Undefined: the seed of the world. */
  readonly seed: string | undefined;
  readonly priority: number;
  /** Which operations it leaves alone, where it is for any and only some can answer so. */
  readonly notice: string | undefined;
}

export interface OverrideRules {
  /** The operations of the current contract. */
  operations(this: void): readonly Operation[];
  readonly compilePattern: CompilePattern;
  /** Whether no request needs a credential. */
  isAuthOff?(this: void): boolean;
}

/** Holds an override to the contract; the schemas of the control API have checked its form. */
export function readOverride(input: OverrideDocument, rules: OverrideRules): Override {
  const { match, before, probability = 1, seed, priority = 0 } = input;
  const operation = readOperation(input, rules.operations());
  const limit = readLimit(input);
  const isExpiring = readExpiry(input, operation);
  const acts = limit || isExpiring ? [] : readActs(input);
  const plain = acts.map(({ act }) => act);
  const times = readTimes(input, acts.length);
  const override: Override = {
    operation: operation?.id,
    matcher: match && compileMatch(match, operation, rules.compilePattern),
    isBeforeAuth: before === 'auth',
    limit,
    isExpiring,
    acts: plain,
    parts: partsOfAll(plain),
    sureParts: times === undefined && probability === 1 ? partsOfEach(plain) : [],
    times,
    probability,
    seed,
    priority,
    notice: undefined,
  };
  assertTiming(override);
  if (override.isBeforeAuth) acts.forEach(reviewEarly);
  if (isExpiring && rules.isAuthOff?.() === true) return { ...override, notice: authIsOff };
  if (!operation) return { ...override, notice: reviewForAny(acts, rules.operations(), match) };
  for (const act of acts) reviewAct(act, operation);
  return override;
}

function readOperation(
  { operation: name }: OverrideDocument,
  operations: readonly Operation[],
): Operation | undefined {
  if (name === undefined) return undefined;
  const found = findOperation(operations, name);
  if (found) return found;
  const message = `the contract has no operation "${name.slice(0, 100)}", neither by its id nor as "GET /path": ${suggestOperations(operations, name)}`;
  throw refuseInBody('/operation', message, 'operation');
}

/** A rate limit is a condition and not a reply, so it does not combine with most other members. */
function readLimit(input: OverrideDocument): RateLimit | undefined {
  const { fault } = input;
  if (fault?.rate_limit === undefined) return undefined;
  const { limit, window, burst = limit } = fault.rate_limit;
  const beside = Object.keys(fault).find((name) => name !== 'rate_limit');
  const other = besideNoLimit.find((name) => input[name] !== undefined);
  if (beside === undefined && other === undefined) return { limit, window, burst };
  const pointer = beside === undefined ? `/${other}` : stepDown('/fault', beside);
  const isOwn = beside !== undefined || other === 'reply' || other === 'sequence';
  const message = isOwn
    ? 'does not go with a rate limit: make an override of its own for it'
    : 'does not go with a rate limit, which counts every request that it is for, once it is known who asks: leave it out. What goes with it is operation, match, world and priority';
  throw refuseInBody(pointer, message, 'not');
}

/** The server decides about it with the credentials, before there is any reply to change. */
function readExpiry(input: OverrideDocument, operation: Operation | undefined): boolean {
  const { fault, before } = input;
  if (fault?.expired !== true) return false;
  const beside = Object.keys(fault).find((name) => name !== 'expired');
  const other = (['reply', 'sequence', 'before'] as const).find((name) => input[name]);
  if (beside !== undefined || other !== undefined) {
    const pointer = beside === undefined ? `/${other}` : stepDown('/fault', beside);
    const message =
      before === undefined
        ? 'does not go with expired credentials: make an override of its own for it'
        : 'does not go with expired credentials, which are looked at by then: leave it out';
    throw refuseInBody(pointer, message, 'not');
  }
  if (operation?.security.length !== 0) return true;
  const message = `does nothing here: ${operation.id} needs no credential`;
  throw refuseInBody('/fault/expired', message, 'security');
}

const authIsOff =
  'It does nothing: the option auth is "off", and so no request needs a credential.';

const besideNoLimit: readonly (keyof OverrideDocument)[] = [
  'reply',
  'sequence',
  'repeat',
  'times',
  'probability',
  'seed',
  'before',
];

/** A sequence runs once, unless it has `repeat`. */
function readTimes(
  { times, repeat = false, sequence }: OverrideDocument,
  steps: number,
): number | undefined {
  if (sequence === undefined) {
    if (!repeat) return times;
    throw refuseInBody('/repeat', 'is for a sequence', 'not');
  }
  return repeat ? times : Math.min(times ?? steps, steps);
}

/** The server reads the body after these overrides apply. */
function assertTiming({ isBeforeAuth: isEarly, limit, isExpiring, matcher }: Override): void {
  if (!(isEarly || limit || isExpiring) || matcher?.asksBody !== true) return;
  const late = isExpiring ? 'expired credentials' : '"before": "auth"';
  const what = limit ? 'a rate limit' : late;
  throw refuseInBody(
    '/match/body',
    `can not be matched by ${what}: the body is read after it`,
    'not',
  );
}

/** Refuses early what no reply of the operation could ever fulfil. */
function reviewAct({ act, pointer }: PlacedAct, operation: Operation): void {
  if (act !== 'pass') reviewFor(operation, act, pointer);
}

/** Before authentication there is no usual reply to change, and no effect to keep. */
function reviewEarly({ act, pointer }: PlacedAct): void {
  if (act === 'pass') return;
  const { reply, fault } = act;
  if (reply?.patch !== undefined) {
    const message = 'needs the usual reply, which there is not before auth: leave out one of them';
    throw refuseInBody(`${pointer}/reply/patch`, message, 'not');
  }
  const end = fault?.end.kind;
  const isAnswered = reply !== undefined || fault?.statuses !== undefined;
  if (!isAnswered && end !== 'reset' && end !== 'hang') {
    const message =
      'needs a reply, a status, reset or hang where it applies before auth: there is no other reply yet';
    throw refuseInBody(`${pointer}/fault`, message, 'anyOf');
  }
  if (fault?.effect !== 'kept') return;
  const message = 'can not be kept where it applies before auth: nothing is done yet';
  throw refuseInBody(`${pointer}/fault/effect`, message, 'not');
}

function reviewFor(
  operation: Operation,
  { reply, fault }: Exclude<InterventionAct, 'pass'>,
  pointer: string,
): void {
  const [first] = reply ? reviewAnswer(operation, reply) : [];
  if (first) throw refuseInBody(`${pointer}/reply${first.pointer}`, first.message, first.keyword);
  const statuses = fault?.statuses;
  if (!statuses) return;
  const place = `${pointer}/fault/status`;
  const list = `it declares ${listStatuses(operation)}. A reply with "breach": true sends any status`;
  const found = findStatuses(operation, statuses);
  if (found.length === 0) {
    const message = `${operation.id} declares no ${String(statuses)}; ${list}`;
    throw refuseInBody(place, message, 'responses');
  }
  const other =
    typeof statuses === 'string' ? undefined : statuses.find((one) => !found.includes(one));
  if (other === undefined) return;
  throw refuseInBody(place, `${operation.id} declares no ${other}; ${list}`, 'responses');
}
