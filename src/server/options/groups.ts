import type { OptionValues } from './option-values.ts';

type OptionName = keyof OptionValues;

/** The options of the command line by what they are about, in the order in which help tells of them. */
export const optionGroups: Readonly<Record<string, readonly OptionName[]>> = {
  Address: ['port', 'host', 'publicUrl', 'unmatched'],
  Contract: ['overlay', 'lenient', 'allowRemoteRefs', 'allowRefs', 'watch'],
  State: [
    'fixtures',
    'scenario',
    'data',
    'reset',
    'ephemeral',
    'durability',
    'resetEvery',
    'maxWorlds',
    'worldIdle',
  ],
  Replicas: ['store', 'replicaUrl'],
  Replies: [
    'stateless',
    'ignoreExamples',
    'behaviors',
    'seed',
    'locale',
    'records',
    'unknownKeys',
    'unknownQuery',
    'onBreach',
    'queryPreferences',
    'requestFaults',
  ],
  Clients: ['auth', 'cors', 'corsOrigin', 'allowHost', 'bodyTimeout', 'maxBytesInFlight'],
  Visitors: ['visitorWorlds', 'visitorRecords', 'visitorRequests'],
  'Records to add': ['count', 'out', 'world'],
  Output: ['log', 'list', 'index', 'journal', 'coverage', 'json', 'output', 'register'],
  Report: ['url', 'format', 'failOn', 'minCoverage', 'baseline', 'writeBaseline'],
  'Control API': ['control', 'console', 'controlToken', 'controlPrefix', 'trustProxy'],
};
