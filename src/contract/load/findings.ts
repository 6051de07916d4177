import type { Complaint } from '../../base/errors.ts';
import { describeComplaint } from '../../base/errors.ts';
import type { Documents } from './documents.ts';

/** What is wrong with contracts: what stops the start, and what doesn't. */
export interface Findings {
  readonly isLenient: boolean;
  complaints(): readonly Complaint[];
  warnings(): readonly Complaint[];
  addComplaints(complaints: readonly Complaint[]): void;
  addWarnings(warnings: readonly Complaint[]): void;
  /** Complaints, or warnings where faults are tolerated. */
  addFaults(faults: readonly Complaint[]): void;
}

/** Begins with what was found wrong when the documents were read. */
export function createFindings(documents: Documents, isLenient: boolean): Findings {
  // Said twice it counts once: a file may be part of several contracts.
  const complaints = new Map<string, Complaint>();
  const warnings = new Map<string, Complaint>();
  const addFaults = (faults: readonly Complaint[]): void =>
    add(isLenient ? warnings : complaints, faults);
  for (const { complaint, isTolerable } of documents.looseEnds) {
    if (isTolerable) addFaults([complaint]);
    else add(complaints, [complaint]);
  }
  addFaults(documents.textFaults);
  addFaults(documents.formFaults.map((fault) => documents.complain(fault, fault.message)));
  return {
    isLenient,
    complaints: () => [...complaints.values()],
    warnings: () => [...warnings.values()],
    addComplaints: (found) => add(complaints, found),
    addWarnings: (found) => add(warnings, found),
    addFaults,
  };
}

function add(list: Map<string, Complaint>, found: readonly Complaint[]): void {
  for (const complaint of found) list.set(describeComplaint(complaint), complaint);
}
