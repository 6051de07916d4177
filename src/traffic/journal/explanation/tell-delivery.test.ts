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
