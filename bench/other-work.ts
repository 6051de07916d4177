import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

const milliseconds = 2000;

/** How many cores work while the bench does nothing: that work is of others. */
export async function watchOthers(): Promise<number> {
  const before = readFileSync('/proc/stat', 'utf8');
  await wait(milliseconds);
  return busyShare(before, readFileSync('/proc/stat', 'utf8')) * cpus().length;
}

/** From 0 to 1, between two readings of /proc/stat. */
export function busyShare(before: string, after: string): number {
  const [first, last] = [readTimes(before), readTimes(after)];
  const total = last.total - first.total;
  return total === 0 ? 0 : 1 - (last.idle - first.idle) / total;
}

/** In words, of all that was seen in a run. */
export function tellOthers(cores: readonly number[]): string {
  const shown = [Math.min(...cores), Math.max(...cores)].map((value) => value.toFixed(1));
  const [least = '', most = ''] = shown;
  if (most === '0.0') return 'No other work ran beside it.';
  return `Other work ran beside it, and took ${least === most ? least : `${least} to ${most}`} cores when it was looked at between the scenes.`;
}

/** user, nice, system, idle, iowait, irq, softirq and steal; what guests take is in the first two. */
function readTimes(text: string): { readonly total: number; readonly idle: number } {
  const [, line = ''] = /^cpu +(.*)$/m.exec(text) ?? [];
  const times = line.split(' ').map(Number).slice(0, 8);
  const [, , , idle = 0, waiting = 0] = times;
  return { total: times.reduce((sum, time) => sum + time, 0), idle: idle + waiting };
}
