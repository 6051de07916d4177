import type { Complaint } from '../errors.ts';
import type { Documents, Part } from './documents.ts';
import type { Validators } from './validators.ts';

/** What the compilers of a contract's parts work with, and where they leave their complaints. */
export interface Workshop {
  readonly documents: Documents;
  readonly validators: Validators;
  readonly complaints: readonly Complaint[];
  /** Said twice it counts once: what many operations share is compiled for each of them. */
  complain(part: Pick<Part, 'uri' | 'pointer'>, message: string): void;
}

export function createWorkshop(documents: Documents, validators: Validators): Workshop {
  const complaints = new Map<string, Complaint>();
  const loose = new Set(documents.looseEnds.map(({ uri, pointer }) => `${uri}#${pointer}`));
  for (const { uri, pointer, complaint } of documents.looseEnds) {
    complaints.set(`${uri}#${pointer}`, complaint);
  }
  return {
    documents,
    validators,
    get complaints() {
      return [...complaints.values()];
    },
    complain({ uri, pointer }, message) {
      // What a loose reference should have led to is missing for that reason alone.
      if (loose.has(`${uri}#${pointer}/$ref`)) return;
      const identity = `${uri}#${pointer} ${message}`;
      if (complaints.has(identity)) return;
      complaints.set(identity, documents.complain({ uri, pointer }, message));
    },
  };
}
