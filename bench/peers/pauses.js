// Loaded in front of a server: tells on SIGUSR2 how long its event loop stood still since it was last
// asked, how much CPU it used at most before the loop came round, and what is in its memory when
// everything that is garbage is gone.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';

const file = process.env.STUNTDOUBLE_BENCH_PAUSES;
const resolution = 1;
const delay = monitorEventLoopDelay({ resolution });
let longestCollection = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) {
    longestCollection = Math.max(longestCollection, duration);
  }
}).observe({ entryTypes: ['gc'] });
delay.enable();

// A pause in which the process itself did nothing is the machine's, and no fault of the server.
let longestWork = 0;
let before = process.cpuUsage();
setInterval(() => {
  const { user, system } = process.cpuUsage(before);
  longestWork = Math.max(longestWork, (user + system) / 1000);
  before = process.cpuUsage();
}, 1).unref();

process.on('SIGUSR2', () => {
  delay.disable();
  // The timer's own interval is no pause.
  const longest = delay.max / 1e6 - resolution;
  const told = {
    longest,
    high: delay.percentile(99.9) / 1e6 - resolution,
    longestCollection,
    longestWork,
  };
  globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  writeFileSync(file, JSON.stringify({ ...told, heapUsed, rss }));
  delay.reset();
  longestCollection = 0;
  setTimeout(() => {
    longestCollection = 0;
    longestWork = 0;
    delay.enable();
  }, 50);
});
