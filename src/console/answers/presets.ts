import type { JsonObject, PlannedOperation } from '../api/documents.ts';
import { breachReply, nameOf } from './answer-options.ts';

export type PresetName = 'slow' | 'errors' | 'offline' | 'expired';

/** What a user chooses of a preset. */
export interface PresetChoice {
  readonly seed: string;
  /** Of requests that fail, from 0 to 100. */
  readonly percent: number;
}

/** An override with an id of its own. */
export type PresetDocument = JsonObject & { readonly id: string };

export interface Preset {
  readonly name: PresetName;
  readonly title: string;
  readonly text: string;
  /** Whether it depends on what the user chooses. */
  readonly isByChance: boolean;
  make(
    this: void,
    operations: readonly PlannedOperation[],
    choice: PresetChoice,
  ): readonly PresetDocument[];
}

export const presets: readonly Preset[] = [
  {
    name: 'slow',
    isByChance: true,
    title: 'Slow network',
    text: 'Replies wait about 400 ms, some of them seconds, and their bodies come at 50,000 bytes in a second.',
    make: (_operations, { seed }) => [
      {
        id: 'preset-slow',
        seed,
        fault: {
          latency: { log_normal: { median: '400ms', sigma: 0.6, most: '5s' } },
          bytes_per_second: 50_000,
        },
      },
    ],
  },
  {
    name: 'errors',
    isByChance: true,
    title: 'Errors',
    text: 'Requests fail by chance: with a declared 5XX, else with a 503 that breaks the contract.',
    make: makeErrors,
  },
  {
    name: 'offline',
    isByChance: false,
    title: 'Offline',
    text: 'The server resets every connection before it looks at credentials.',
    make: () => [{ id: 'preset-offline', before: 'auth', fault: { reset: true } }],
  },
  {
    name: 'expired',
    isByChance: false,
    title: 'Expired sessions',
    text: 'The server refuses the credentials that clients have now as expired ones (401); those they get from now on count. Operations without security go on.',
    make: () => [{ id: 'preset-expired', fault: { expired: true } }],
  },
];

/** Beyond that, all operations share one override, which breaks the contract. */
const mostSingle = 200;

/**
 * Each override draws by itself. Two for one request would make more errors than asked for, so no
 * operation has two.
 */
function makeErrors(
  operations: readonly PlannedOperation[],
  { seed, percent }: PresetChoice,
): readonly PresetDocument[] {
  const chance = { seed, probability: percent / 100 };
  const breach = breachReply(503, 'Service Unavailable');
  const able = operations.filter(declaresFailure);
  const unable = operations.filter((one) => !declaresFailure(one));
  if (able.length === 0 || unable.length > mostSingle)
    return [{ id: 'preset-errors', ...chance, reply: breach }];
  return [
    { id: 'preset-errors', ...chance, fault: { status: '5XX' } },
    ...unable.map(({ id }) => ({
      id: `preset-errors-${nameOf(id, 50)}`,
      operation: id,
      ...chance,
      reply: breach,
    })),
  ];
}

function declaresFailure({ responses }: PlannedOperation): boolean {
  return responses.some(({ status }) => /^5(\d\d|XX)$/i.test(status));
}

/** Whether an override belongs to a preset. */
export function isOfPreset(name: PresetName, id: string): boolean {
  return id === `preset-${name}` || id.startsWith(`preset-${name}-`);
}
