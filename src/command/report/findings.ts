import type {
  CoveredOperation,
  CoveredPoint,
  CoverageReport,
  SeenBreach,
  SeenUnknown,
  SeenUnmatched,
} from '../../traffic/coverage/report.ts';
import { createBaseline, toViolation } from './baseline.ts';
import type { Judgement } from './gates.ts';

/** The points that no request covered. */
export function listMissing({ points }: CoveredOperation): readonly CoveredPoint[] {
  return points.filter(({ count }) => count === 0);
}

/** Whether there was no request for it, not even a forced one, which covers nothing. */
export function isNeverCalled({ requests, forced }: CoveredOperation): boolean {
  return requests === 0 && forced === 0;
}

/** Whether no request came, not even an unmatched one. */
export function isUntouched({ operations, unmatched }: CoverageReport): boolean {
  return operations.every(isNeverCalled) && unmatched.listed.length === 0;
}

/** The point for the operation as a whole. */
export function findHead({ points }: CoveredOperation): CoveredPoint | undefined {
  return points.find(({ kind }) => kind === 'operations');
}

export function fileAndLineOf({ file, line }: Pick<CoveredPoint, 'file' | 'line'>): string {
  if (file === undefined) return '';
  return line === undefined ? file : `${file}:${line}`;
}

/** A note on forced replies, which do not cover a point. */
export function noteOf({ forced }: CoveredPoint): string {
  return forced === 0 ? '' : ` (forced ${forced} ${forced === 1 ? 'time' : 'times'})`;
}

export function countRequests({ operations }: CoverageReport, kind: 'requests' | 'forced'): number {
  return operations.reduce((sum, operation) => sum + operation[kind], 0);
}

/** The undeclared query parameters that were let through: those refused stand among the violations. */
export function listLetThrough(
  { violations }: CoverageReport,
  { unknownQuery }: Judgement,
): readonly SeenUnknown[] {
  const refused = createBaseline(violations.listed);
  return unknownQuery.filter((one) => !refused.knows(toViolation(one)));
}

/** Asks for the path that may have been meant, for the end of a line; empty if none is near. */
export function describeNearest({ nearest }: SeenUnmatched): string {
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

/** Adds the operation, unless the message begins with it, as nearly all do. */
export function describeBreach({ operation, message }: SeenBreach): string {
  const text = message.replaceAll(/\s+/g, ' ');
  return text.startsWith(operation) ? text : `${operation} ${text}`;
}
