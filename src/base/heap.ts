import { getHeapStatistics } from 'node:v8';

/** A part of the memory that Node lets the process have for objects, in bytes. */
export function shareOfHeap(part: number): number {
  return Math.floor(getHeapStatistics().heap_size_limit * part);
}
