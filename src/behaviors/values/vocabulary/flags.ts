import { spellWords } from './words.ts';

/** Whether something was done; what is shown in a reply that succeeds was. */
const success = /^(is |was )?(success|successful|succeeded|ok|acknowledged)$/;
const rare =
  /\b(deleted|removed|trashed|archived|cancell?ed|banned|blocked|locked|suspended|disabled|muted|hidden|deprecated|obsolete|stale|spam|nsfw|flagged|expired|revoked|void(ed)?|failed|refunded|read only|anonymous)$/;
const usual = /\b(active|enabled|visible|available|valid|verified|confirmed|published)$/;
const negated = /\b(not|non|never|no)\b/;

/** What a flag of this name says of most things: few are archived, most are active; undefined where it doesn't tell. */
export function usualFlag(name: string, hash: number): boolean | undefined {
  const words = spellWords(name);
  if (negated.test(words)) return undefined;
  if (isSuccess(name)) return true;
  const isRare = hash % 8 === 0;
  if (rare.test(words)) return isRare;
  return usual.test(words) ? !isRare : undefined;
}

export function isSuccess(name: string): boolean {
  return success.test(spellWords(name));
}

const succeeded = /^(success|successful|succeeded|ok)$/i;
const failed = /^(error|errors|fail|failed|failure|ko|nok|not ok)$/i;

/** Of words that only say whether something succeeded, the one that says it did. */
export function successAmong(values: readonly unknown[]): unknown {
  const isOutcome = values.every(
    (value) => typeof value === 'string' && (succeeded.test(value) || failed.test(value)),
  );
  const found = values.find((value) => succeeded.test(String(value)));
  return isOutcome && values.length > 1 ? found : undefined;
}

/** Words that replies have for failures. */
export const failureWords: readonly string[] = [
  'error',
  'failed',
  'fail',
  'failure',
  'ERROR',
  'FAILED',
  'FAILURE',
  'FAIL',
];

export function saysSuccess(value: unknown): boolean {
  return typeof value === 'string' && succeeded.test(value);
}

/** What only a failure has: `error`, `errorMessage`, `failure_reason`. */
export function isOfFailure(name: string): boolean {
  return /^(errors?|failure)( (message|code|text|description|details?|reason|type))?$/.test(
    spellWords(name),
  );
}
