import { expect, it } from 'vitest';

import { tellDelivery } from './tell-delivery.ts';

it('names the fault where the client left before the cut that it asks for', () => {
  const by = { by: 'fault', id: 'short', what: 'cut off after 9 bytes' } as const;
  const described = {
    durationMs: 5,
    delivery: {
      by,
      delay: 0,
      bytesPerSecond: undefined,
      end: { kind: 'cut', after: 9 },
      state: 'left',
      sent: 'part',
    },
  } as const;
  expect(tellDelivery(described)).toEqual([
    'Its reply was on its way, by the fault "short" (cut off after 9 bytes).',
    'The client closed the connection after 5 ms, before all of it was sent.',
  ]);
});

it.each([
  ['nothing of a cut behind the end', { end: { kind: 'cut', after: 300 } }, 'done', 'whole', []],
  [
    'of a hanging reply no wait before it',
    { end: { kind: 'hang' }, delay: 60_000 },
    'left',
    'nothing',
    [
      'On its way out nothing was ever sent, by the fault "short" (short).',
      'The client closed the connection after 5 ms, before anything was sent.',
    ],
  ],
] as const)('tells %s', (_, how, state, sent, told) => {
  const by = { by: 'fault', id: 'short', what: 'short' } as const;
  const delivery = { by, delay: 0, bytesPerSecond: undefined, ...how, state, sent };
  expect(tellDelivery({ durationMs: 5, delivery })).toEqual(told);
});
