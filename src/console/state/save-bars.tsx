import type { ComponentChild } from 'preact';

import type { JsonObject } from '../api/documents.ts';
import type { CollectionShape } from '../api/record-documents.ts';
import { hasPlace } from './record-form/form-field.tsx';
import { fieldsOf } from './record-form/fields.ts';
import type { Drafting } from './use-record.ts';
import type { Saving } from './use-saving.ts';

interface ConflictBarProps {
  readonly drafting: Drafting;
  readonly isGone: boolean;
  onDiscard(this: void): void;
}

export function ConflictBar({ drafting, isGone, onDiscard }: ConflictBarProps): ComponentChild {
  return (
    <div class="bar warn" role="alert">
      <p>
        {isGone
          ? 'The record was deleted while you changed it. Saving makes it again.'
          : 'The record was changed elsewhere while you changed it.'}
      </p>
      <p class="row">
        <button type="button" onClick={onDiscard}>
          {isGone ? 'Drop my changes' : 'Reload, and drop my changes'}
        </button>
        <button type="button" onClick={drafting.keepMine}>
          Keep mine
        </button>
      </p>
    </div>
  );
}

interface FaultSummaryProps {
  readonly saving: Saving;
  readonly shape: CollectionShape;
  readonly value: JsonObject;
  /** Whether fields show their own faults. */
  readonly hasFields: boolean;
}

/** The faults that stand beside no field, and the way to save nevertheless. */
export function FaultSummary({
  saving,
  shape,
  value,
  hasFields,
}: FaultSummaryProps): ComponentChild {
  const { problem, faults } = saving;
  if (!problem) return null;
  const fields = fieldsOf(shape, true);
  const loose = [...faults].flatMap(([pointer, messages]) =>
    hasFields && hasPlace(pointer, fields, value)
      ? []
      : messages.map((one) => `${pointer} ${one}`.trim()),
  );
  const count = [...faults.values()].flat().length;
  return (
    <div class="bar bad" role="alert">
      <p>
        <b>{problem.title}.</b>{' '}
        {count === 0
          ? problem.detail
          : `${count === 1 ? 'One fault' : `${count} faults`}; nothing was saved.`}
      </p>
      {loose.length > 0 && (
        <ul>
          {loose.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
      {problem.status === 400 && (
        <small class="soft">
          Saved anyway, a record that breaks the contract shows the breach in replies.
        </small>
      )}
    </div>
  );
}
