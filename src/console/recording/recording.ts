import type {
  Explanation,
  Override,
  RequestDocument,
  Version,
  World,
  JsonObject,
} from '../api/documents.ts';
import type { RecordRow, CollectionShape } from '../api/record-documents.ts';

/** What `GET /recording` answers. */
export interface Recording {
  readonly format: 1;
  readonly made_at: string;
  readonly server: Version;
  readonly world: World;
  /** The oldest first. */
  readonly requests: readonly RecordedRequest[];
  readonly has_all_requests: boolean;
  readonly overrides: readonly Override[];
  readonly credentials: readonly JsonObject[];
  readonly plan: JsonObject;
  readonly collections: readonly RecordedCollection[];
}

export type RecordedRequest = RequestDocument & { readonly explanation?: Explanation };

export type RecordedCollection = CollectionShape & {
  readonly total: number;
  readonly records: readonly RecordRow[];
};

export interface ShownRecording {
  readonly recording: Recording;
  /** Of its file. */
  readonly name: string;
}

/** Why something can't be done, for a user who looks at a recording. */
export const recordingReason = 'A recording shows what was: this needs the server.';

/** Throws, for a user, where a file holds something else. */
export async function readRecording(text: string): Promise<Recording> {
  const found = parse(text);
  const { findFault } = await import('./recording-form.ts');
  const fault = found === undefined ? 'it is not JSON' : findFault(found);
  // A trust edge: its form has been checked.
  if (fault === undefined) return found as Recording;
  throw new Error(
    `This file is no recording: ${fault}. “Save a recording” makes one, and so does GET /recording of the control API.`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
