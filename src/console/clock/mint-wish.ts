import type { Credential, JsonObject } from '../api/documents.ts';
import { fromInput } from './times.ts';

/** What a user fills in to mint a credential. */
export interface MintDraft {
  readonly scheme: string;
  readonly name: string;
  readonly value: string;
  readonly scopes: readonly string[];
  /** One of `expiries`, or `at`. */
  readonly expiry: string;
  /** Local time, for `at`. */
  readonly at: string;
  readonly label: string;
  readonly only: readonly { readonly parameter: string; readonly values: string }[];
}

/** The quick choices; milliseconds from the time of the world, or undefined for never. */
export const expiries: readonly {
  readonly name: string;
  readonly label: string;
  readonly after: number | undefined;
}[] = [
  { name: 'never', label: 'never', after: undefined },
  { name: 'minute', label: 'in 1 minute', after: 60_000 },
  { name: 'hour', label: 'in 1 hour', after: 3_600_000 },
  { name: 'day', label: 'in 1 day', after: 86_400_000 },
  { name: 'over', label: 'expired already', after: -60_000 },
];

export function beginDraft(scheme: string, from: Credential | undefined, at: string): MintDraft {
  return {
    scheme: from?.scheme ?? scheme,
    name: '',
    value: '',
    scopes: from?.scopes ?? [],
    expiry: 'never',
    at,
    label: from?.label ?? '',
    only: Object.entries(from?.only ?? {}).map(([parameter, values]) => ({
      parameter,
      values: values.join(', '),
    })),
  };
}

/** The body of `POST /credentials`; a text says what is wrong with the date. */
export function writeWish(draft: MintDraft, now: number): JsonObject | string {
  const { scheme, name, value, scopes, label } = draft;
  const end = endOf(draft, now);
  if (end === null) return 'Choose a date and a time.';
  const only = draft.only
    .filter(({ parameter }) => parameter !== '')
    .map(({ parameter, values }) => [
      parameter,
      values
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    ]);
  return {
    scheme,
    scopes,
    ...(name === '' ? {} : { name }),
    ...(value === '' ? {} : { value }),
    ...(end === undefined ? {} : { expires_at: end }),
    ...(label === '' ? {} : { label }),
    ...(only.length === 0 ? {} : { only: Object.fromEntries(only) }),
  };
}

/** Null: what was chosen is no date. */
function endOf({ expiry, at }: MintDraft, now: number): string | undefined | null {
  if (expiry === 'at') return fromInput(at) ?? null;
  const after = expiries.find(({ name }) => name === expiry)?.after;
  return after === undefined ? undefined : new Date(now + after).toISOString();
}

/** The parameters of all paths, which `only` may name. */
export function pathParametersOf(
  operations: readonly { readonly path: string }[],
): readonly string[] {
  const names = operations.flatMap(({ path }) =>
    [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)].toSorted();
}
