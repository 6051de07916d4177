import { expect, it } from 'vitest';

import { countEach, readStoreCounts, readStoreMemory } from './store-counts.ts';

const info = `# Memory\r
used_memory:2500000\r
used_memory_human:2.38M\r
# Stats\r
total_net_input_bytes:9000\r
total_net_output_bytes:700\r
# Commandstats\r
cmdstat_append:calls=40,usec=60,usec_per_call=1.50\r
cmdstat_eval:calls=1,usec=70,usec_per_call=70.00\r
cmdstat_evalsha:calls=20,usec=900,usec_per_call=45.00\r
`;

it('counts scripts as round trips, and not what they call', () => {
  expect(readStoreCounts(info)).toEqual({ roundTrips: 21, received: 9000, sent: 700 });
});

it('counts none of a command that was never called', () => {
  const fresh = info.replaceAll(/^cmdstat_.*\r\n/gm, '');
  expect(readStoreCounts(fresh).roundTrips).toBe(0);
});

it('reads the memory in bytes', () => {
  expect(readStoreMemory(info)).toBe(2_500_000);
});

it('says so where a figure is missing', () => {
  expect(() => readStoreMemory('')).toThrow('the store does not tell its used_memory');
});

it('divides what came in between', () => {
  const before = { roundTrips: 10, received: 1000, sent: 100 };
  const after = { roundTrips: 30, received: 5000, sent: 500 };
  expect(countEach(before, after, 40)).toEqual({ roundTrips: 0.5, received: 100, sent: 10 });
});
