// Runs autocannon, where there is no wrk, and prints what the bench wants to know of it.
import { readFileSync } from 'node:fs';

import autocannon from 'autocannon';

const [, , options, file] = process.argv;
const result = await autocannon({
  ...JSON.parse(options),
  requests: JSON.parse(readFileSync(file, 'utf8')),
});
process.stdout.write(
  JSON.stringify({
    requests: result['1xx'] + result['2xx'] + result['3xx'] + result['4xx'] + result['5xx'],
    seconds: result.duration,
    p50: result.latency.p50 * 1000,
    p99: result.latency.p99 * 1000,
    longest: result.latency.max * 1000,
    refusals: result.non2xx,
    faults: result.errors + result.timeouts,
  }),
);
