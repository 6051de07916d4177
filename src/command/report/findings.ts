import type {
  CoveredOperation,
  CoveredPoint,
  CoverageReport,
  SeenBreach,
} from '../../traffic/coverage/report.ts';

/** What nobody has tried of an operation: all of it, where that is so, is one thing. */
export function listMissing({ points }: CoveredOperation): readonly CoveredPoint[] {
  return points.filter(({ count }) => count === 0);
}

/** Whether no request was for it, not even one that counts for nothing. */
export function isNeverCalled({ requests, forced }: CoveredOperation): boolean {
  return requests === 0 && forced === 0;
}

/** Whether nobody asked for anything, not even for what isn't there. */
export function isUntouched({ operations, unmatched }: CoverageReport): boolean {
  return operations.every(isNeverCalled) && unmatched.listed.length === 0;
}

/** The point that stands for an operation as a whole. */
export function findHead({ points }: CoveredOperation): CoveredPoint | undefined {
  return points.find(({ kind }) => kind === 'operations');
}

export function fileAndLineOf({ file, line }: Pick<CoveredPoint, 'file' | 'line'>): string {
  if (file === undefined) return '';
  return line === undefined ? file : `${file}:${line}`;
}

/** What is said of a point that only forced answers have met. */
export function noteOf({ forced }: CoveredPoint): string {
  return forced === 0 ? '' : ` (forced ${forced} ${forced === 1 ? 'time' : 'times'})`;
}

export function countRequests({ operations }: CoverageReport, kind: 'requests' | 'forced'): number {
  return operations.reduce((sum, operation) => sum + operation[kind], 0);
}

/** What a breach says begins with its operation, nearly always. */
export function describeBreach({ operation, message }: SeenBreach): string {
  const text = message.replaceAll(/\s+/g, ' ');
  return text.startsWith(operation) ? text : `${operation} ${text}`;
}
