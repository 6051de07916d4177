import type { Complaint } from '../base/errors.ts';
import { describeComplaint } from '../base/errors.ts';
import type { Validators } from './checks/validators.ts';
import type { Documents, Part } from './load/documents.ts';

/** What the compilers of a contract's parts use, and where they report complaints. */
export interface CompileContext {
  readonly documents: Documents;
  /** The root of the contract that is compiled, which may be one of several. */
  readonly root: Part;
  readonly validators: Validators;
  readonly complaints: readonly Complaint[];
  /** Whether faults of form are warnings, because the server can do without the faulty part. */
  readonly isLenient: boolean;
  readonly warnings: readonly Complaint[];
  /** Those of the warnings that would be complaints if not `isLenient`. */
  readonly tolerated: readonly Complaint[];
  /** Reports a fault of form: a complaint, or a warning if `isLenient`. */
  tolerate(part: Pick<Part, 'uri' | 'pointer'>, message: string): void;
  /** Reports a warning about something that is no fault, but that a user would not expect. */
  warn(part: Pick<Part, 'uri' | 'pointer'>, message: string): void;
  /** The same complaint counts once: a part may be compiled for many operations that share it. */
  complain(part: Pick<Part, 'uri' | 'pointer'>, message: string): void;
}

export function createCompileContext(
  documents: Documents,
  root: Part,
  validators: Validators,
  isLenient: boolean,
): CompileContext {
  const complaints = new Map<string, Complaint>();
  const warnings = new Map<string, Complaint>();
  const tolerated: Complaint[] = [];
  const loose = new Set(documents.looseEnds.map(({ uri, pointer }) => `${uri}#${pointer}`));
  const note = (
    list: Map<string, Complaint>,
    { uri, pointer }: Pick<Part, 'uri' | 'pointer'>,
    message: string,
  ): Complaint | undefined => {
    // The reference is already reported as a loose end: its missing target needs no complaint.
    if (loose.has(`${uri}#${pointer}/$ref`)) return undefined;
    const identity = `${uri}#${pointer} ${message}`;
    if (list.has(identity)) return undefined;
    const complaint = documents.complain({ uri, pointer }, message);
    list.set(identity, complaint);
    return complaint;
  };
  return {
    documents,
    root,
    validators,
    isLenient,
    get complaints() {
      return [...complaints.values()];
    },
    get warnings() {
      return [...warnings.values()];
    },
    tolerated,
    warn: (part, message) => void note(warnings, part, message),
    complain: (part, message) => void note(complaints, part, message),
    tolerate(part, message) {
      const noted = note(isLenient ? warnings : complaints, part, message);
      if (isLenient && noted) tolerated.push(noted);
    },
  };
}

/** What is wrong with the contracts: complaints stop the start, warnings do not. */
export interface Findings {
  readonly isLenient: boolean;
  complaints(): readonly Complaint[];
  warnings(): readonly Complaint[];
  /** Those of the warnings that would be complaints if not `isLenient`. */
  tolerated(): readonly Complaint[];
  addComplaints(complaints: readonly Complaint[]): void;
  addWarnings(warnings: readonly Complaint[]): void;
  /** Adds complaints, or warnings if `isLenient`. */
  addFaults(faults: readonly Complaint[]): void;
}

/** Begins with the faults that were found when the documents were read. */
export function createFindings(documents: Documents, isLenient: boolean): Findings {
  // The same complaint counts once: a file may be part of several contracts.
  const complaints = new Map<string, Complaint>();
  const warnings = new Map<string, Complaint>();
  const tolerated = new Map<string, Complaint>();
  const addFaults = (faults: readonly Complaint[]): void => {
    add(isLenient ? warnings : complaints, faults);
    if (isLenient) add(tolerated, faults);
  };
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
    tolerated: () => [...tolerated.values()],
    addComplaints: (found) => add(complaints, found),
    addWarnings: (found) => add(warnings, found),
    addFaults,
  };
}

function add(list: Map<string, Complaint>, found: readonly Complaint[]): void {
  for (const complaint of found) list.set(describeComplaint(complaint), complaint);
}
