import type { Complaint } from '../errors.ts';
import type { Documents } from './documents.ts';
import type { Scheme } from './security.ts';
import type { Validators } from './validators.ts';

/** What the compilers of a contract's parts work with, and where they put their complaints. */
export interface Workshop {
  readonly documents: Documents;
  readonly validators: Validators;
  readonly schemes: ReadonlyMap<string, Scheme>;
  readonly complaints: Complaint[];
}
