import { readFileSync } from 'node:fs';

/** What a process has used, with those that it started. */
export interface Usage {
  /** Seconds of CPU. */
  readonly cpu: number;
  /** Bytes in memory. */
  readonly memory: number;
}

/** The kernel counts in hundredths of a second, whatever the machine's own clock does. */
const ticksPerSecond = 100;

/** Nothing of a process that has ended. */
export function readUsage(pid: number): Usage {
  const own = readOwn(pid);
  return childrenOf(pid)
    .map(readUsage)
    .reduce((sum, { cpu, memory }) => ({ cpu: sum.cpu + cpu, memory: sum.memory + memory }), own);
}

function readOwn(pid: number): Usage {
  const stat = read(`/proc/${pid}/stat`);
  // The name may hold anything; what follows its last bracket are numbers, the state being the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Its own time, and that of children that have ended.
  const ticks = [11, 12, 13, 14].map((index) => Number(fields[index] ?? 0));
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`)) ?? [];
  return {
    cpu: ticks.reduce((sum, count) => sum + count, 0) / ticksPerSecond,
    memory: Number(kilobytes) * 1024,
  };
}

function childrenOf(pid: number): readonly number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
