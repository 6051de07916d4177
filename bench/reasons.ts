import type { GoalName } from './goals.ts';

/**
 * Why a goal is not reached, as profiles tell it. The report shows those that this run missed, so
 * that a reason may stay where a goal is reached on one machine and not on another.
 */
export const reasons: Reasons = {
  'GET with 1,000,000 records beside 100': sameWork('110,500 and 110,800', '1,900 and 2,450'),
  'PATCH with 1,000,000 records beside 100': sameWork('176,500 and 173,500', '4,900 and 4,700'),
  'longest pause in a minute, by the clock':
    'by profile and GC trace the longest that is ours is the end of a major collection (9 ms, on the one core that the engine’s helpers share with it) with a turn of 32 requests behind it; what is above the pause of its own CPU is time in which the machine ran others, or the disk kept a write waiting.',
};

export type Reasons = Readonly<Partial<Record<GoalName, string>>>;

function sameWork(instructions: string, misses: string): string {
  return `no more is done: with a million records and with a hundred a warm server takes ${instructions} instructions and ${misses} cache misses for a request (perf stat, main thread). The same instructions take longer, by a tenth and more where other programs share the machine’s caches; of what could be counted only the TLB misses of a heap of 1.2 GB are more, by a tenth.`;
}
