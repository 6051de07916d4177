import type { Complaint, Violation } from '../../base/errors.ts';
import { refuseInBody, refuseInvalid, StartError } from '../../base/errors.ts';
import { displayPath } from '../../base/folders.ts';
import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf } from '../../base/json.ts';
import { findOperation, suggestOperations } from '../../base/operation-names.ts';
import type { Contract } from '../../contract/compile.ts';
import type { CorrectionDraft } from '../../contract/overlay/draft-correction.ts';
import { draftCorrection } from '../../contract/overlay/draft-correction.ts';
import { hideInComplaints } from '../watching/complaint-secrets.ts';

/** How long a correction may be, in characters of JSON: the whole plan is inferred with it, in one turn. */
const mostCharacters = 20_000;

/** Drafts what a client wants corrected; refuses it where the contract would not load with it. */
export function answerWish(contract: Contract, wish: JsonValue | undefined): CorrectionDraft {
  // The contract of the control API has checked it.
  const {
    operation: name,
    whole_path: isWhole,
    correction = false,
  } = isJsonObject(wish) ? wish : {};
  const operation = readOperation(contract, textOf(name ?? ''));
  if (JSON.stringify(correction).length > mostCharacters) {
    const message = `must have ${mostCharacters.toLocaleString('en')} characters at most`;
    throw refuseInBody('/correction', message, 'maxLength');
  }
  try {
    return draftCorrection(contract, { operation, isWhole: isWhole === true, correction });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw refuseInvalid(...hideInComplaints(error.complaints).map(describeFault));
  }
}

/** Where the overlay of the draft has the correction. */
const inDraft = '/actions/0/update/x-stuntdouble';

function describeFault({ file, line, pointer = '', message }: Complaint): Violation {
  const isInside = pointer.startsWith(inDraft);
  const place = isInside ? pointer.slice(inDraft.length) : '';
  const where = isInside ? '' : `${displayPath(file)}:${line ?? 1} ${pointer}: `;
  return { in: 'body', pointer: `/correction${place}`, message: where + message, keyword: 'plan' };
}

function readOperation({ operations }: Contract, name: string): Contract['operations'][number] {
  const found = findOperation(operations, name);
  if (found) return found;
  const message = `the contract has no operation ${JSON.stringify(name)}: ${suggestOperations(operations, name)}`;
  throw refuseInBody('/operation', message, 'enum');
}
