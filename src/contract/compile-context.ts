import type { Complaint } from '../base/errors.ts';
import { describeComplaint } from '../base/errors.ts';
import type { Validators } from './checks/validators.ts';
import type { Documents, Part } from './load/documents.ts';

/** What the compilers of a contract's parts work with, and where they leave their complaints. */
export interface CompileContext {
  readonly documents: Documents;
  /** The top of the contract that is compiled; there may be several. */
  readonly root: Part;
  readonly validators: Validators;
  readonly complaints: readonly Complaint[];
  /** Whether a fault of form is a warning, because what is faulty can be passed over. */
  readonly isLenient: boolean;
  readonly warnings: readonly Complaint[];
  /** A fault of form: a complaint, or a warning where they are tolerated. */
  tolerate(part: Pick<Part, 'uri' | 'pointer'>, message: string): void;
  /** What is no fault, and would not be guessed. */
  warn(part: Pick<Part, 'uri' | 'pointer'>, message: string): void;
  /** Said twice it counts once: what many operations share is compiled for each of them. */
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
  const loose = new Set(documents.looseEnds.map(({ uri, pointer }) => `${uri}#${pointer}`));
  const note = (
    list: Map<string, Complaint>,
    { uri, pointer }: Pick<Part, 'uri' | 'pointer'>,
    message: string,
  ): void => {
    // What a loose reference should have led to is missing for that reason alone.
    if (loose.has(`${uri}#${pointer}/$ref`)) return;
    const identity = `${uri}#${pointer} ${message}`;
    if (list.has(identity)) return;
    list.set(identity, documents.complain({ uri, pointer }, message));
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
    warn: (part, message) => note(warnings, part, message),
    complain: (part, message) => note(complaints, part, message),
    tolerate: (part, message) => note(isLenient ? warnings : complaints, part, message),
  };
}

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
