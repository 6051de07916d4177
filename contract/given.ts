/**
 * What cases are told: records and credentials of the server under test. For the stand-in they are
 * those of `fixtures/`; for any other server they come from the environment, each by its name with
 * `TARGET_` in front.
 */
const standInValues = {
  WORKSPACE: 'northwind',
  OTHER_WORKSPACE: 'harbour-labs',
  PROJECT: '4b1f0c52-6a3e-4d29-9c77-2e8d5a90f1b3',
  OTHER_PROJECT: 'b0ed3a62-bd1c-4a1f-8cc5-d2663192a64e',
  PAGE: '7c2f4e0a-9d1b-4b6e-8a35-1f6d2c9e7b10',
  ASSET: 'd90e6b14-52c8-4f7a-b3a1-60c7e5f2a984',
  KEY_ALL: 'key-all-scopes',
  KEY_ASSETS: 'key-assets-only',
  KEY_PAGES: 'key-pages-only',
  KEY_NONE: 'key-no-scopes',
  KEY_EXPIRED: 'key-expired',
  KEY_CONFINED: 'key-northwind-only',
  TOKEN_ALL: 'token-all-scopes',
  TOKEN_ASSETS: 'token-assets-only',
  TOKEN_PAGES: 'token-pages-only',
  TOKEN_NONE: 'token-no-scopes',
  TOKEN_EXPIRED: 'token-expired',
  TOKEN_CONFINED: 'token-northwind-only',
} as const;

export type Name = keyof typeof standInValues;

export interface Given {
  /** Throws where nobody has given it; the case is skipped then. */
  value(name: Name): string;
  has(name: Name): boolean;
}

export class NotGiven extends Error {
  override readonly name = 'NotGiven';
}

/** Where the suite is pointed at: undefined for the stand-in. */
export const target: string | undefined = readAddress('TARGET');

/** A stand-in that runs, as `stuntdouble run` tells of it; without one, the suite starts its own. */
export const runningStandIn: string | undefined = readAddress('STUNTDOUBLE_URL');

/** Whether the referee is wanted in front of a target. In front of the stand-in it always stands. */
export const isTargetRefereed: boolean = process.env['TARGET_REFEREE'] === '1';

export const given: Given = target === undefined ? standInGiven() : targetGiven();

function readAddress(name: string): string | undefined {
  const text = process.env[name] ?? '';
  if (text === '') return undefined;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new Error(`${name} must be an http or https URL, not "${text}"`);
}

function standInGiven(): Given {
  return { value: (name) => standInValues[name], has: () => true };
}

function targetGiven(): Given {
  const read = (name: Name): string | undefined => process.env[`TARGET_${name}`] || undefined;
  return {
    has: (name) => read(name) !== undefined,
    value(name) {
      const value = read(name);
      if (value === undefined) throw new NotGiven(`TARGET_${name} is not set`);
      return value;
    },
  };
}
