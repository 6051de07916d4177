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
export function readRecording(text: string): Recording {
  const found = parse(text);
  if (isRecording(found)) return found;
  throw new Error(
    'This file is no recording. “Save a recording” makes one, and so does GET /recording of the control API.',
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const lists = ['requests', 'overrides', 'credentials', 'collections'];

/** A trust edge: only the outer form is looked at. */
function isRecording(value: unknown): value is Recording {
  if (typeof value !== 'object' || value === null) return false;
  const members = new Map(Object.entries(value));
  const parts = ['server', 'world', 'plan'];
  return (
    members.get('format') === 1 &&
    lists.every((name) => Array.isArray(members.get(name))) &&
    parts.every((name) => typeof members.get(name) === 'object' && members.get(name) !== null)
  );
}
