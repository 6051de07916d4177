import { expect, it } from 'vitest';

import { readWrkOutput } from './wrk-output.ts';

const plain = `Running 1s test @ http://127.0.0.1:5000/
  1 threads and 32 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.75ms  310.01us  10.80ms   92.77%
    Req/Sec    18.43k     1.21k   19.90k    90.00%
  Latency Distribution
     50%    1.68ms
     75%    1.79ms
     90%    1.97ms
     99%    2.99ms
  18402 requests in 1.01s, 6.12MB read
Requests/sec:  18262.11
Transfer/sec:      6.08MB
`;

it('reads what wrk prints', () => {
  expect(readWrkOutput(plain)).toEqual({
    requests: 18_402,
    seconds: 1.01,
    p50: 1680,
    p99: 2990,
    longest: 10_800,
    refusals: 0,
    faults: 0,
  });
});

it.each([
  ['us', '99%  870.00us', 870],
  ['seconds', '99%    1.20s', 1_200_000],
  ['minutes', '99%    1.00m', 60_000_000],
])('reads times in %s', (_unit, line, expected) => {
  expect(readWrkOutput(plain.replace('99%    2.99ms', line)).p99).toBe(expected);
});

it('counts refusals and broken connections', () => {
  const faults = '  Socket errors: connect 1, read 2, write 3, timeout 4\n';
  const refusals = '  Non-2xx or 3xx responses: 17\n';
  const text = plain.replace('Requests/sec', `${faults}${refusals}Requests/sec`);
  expect(readWrkOutput(text)).toMatchObject({ refusals: 17, faults: 10 });
});

it('says so where it reads something else', () => {
  expect(() => readWrkOutput('unable to connect')).toThrow('unable to connect');
});
