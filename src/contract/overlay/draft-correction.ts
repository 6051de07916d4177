import { StartError } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown } from '../../base/json.ts';
import type { Source } from '../../text/source.ts';
import { complainAt, parseSource } from '../../text/source.ts';
import type { Contract } from '../compile.ts';
import { findComplaints } from '../compile.ts';
import type { Documents, Part } from '../load/documents.ts';
import type { Operation } from '../operations.ts';
import { correctionMember } from '../plan/corrections.ts';
import { openDraft } from './draft.ts';

/** What is to be corrected, and what it is. */
export interface CorrectionWish {
  readonly operation: Operation;
  /** Whether it is for all operations of the path. */
  readonly isWhole: boolean;
  readonly correction: JsonValue;
}

/** An overlay, and a name for its file. */
export interface CorrectionDraft {
  readonly file: string;
  readonly text: string;
}

/**
 * Writes an overlay that corrects the plan. Throws a StartError where the contract, as it was read,
 * would not load with it.
 */
export function draftCorrection(
  { documents }: Pick<Contract, 'documents'>,
  wish: CorrectionWish,
): CorrectionDraft {
  const draft = writeOverlay(documents, wish);
  const complaints = findComplaints(withDraft(documents, wish, draft));
  if (complaints.length > 0) throw new StartError(complaints);
  return draft;
}

function writeOverlay(documents: Documents, wish: CorrectionWish): CorrectionDraft {
  const { operation, isWhole, correction } = wish;
  const name = declaredName(documents, operation);
  const place = `$.paths[${quote(name)}]`;
  const overlay = {
    overlay: '1.0.0',
    info: { title: `What ${isWhole ? name : operation.id} is`, version: '1.0.0' },
    actions: [
      {
        target: isWhole ? place : `${place}.${operation.method.toLowerCase()}`,
        update: { [correctionMember]: correction },
      },
    ],
  };
  return {
    file: `${operation.id.replaceAll(/[^\w-]+/g, '-')}.overlay.json`,
    text: `${JSON.stringify(overlay, null, 2)}\n`,
  };
}

/** The path as it stands in the contract: a lenient start takes it without its slash, too. */
function declaredName(documents: Documents, { path }: Operation): string {
  const names = [path, path.slice(1)];
  return (
    names.find((name) => documents.roots.some((root) => documents.at(root, 'paths', name))) ?? path
  );
}

/** A name in a JSONPath. */
const quote = (name: string): string =>
  `'${name.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;

/** The only action of the overlay. */
const action = '/actions/0';

/** The documents as they would be with the overlay. Nothing is read or changed. */
function withDraft(
  documents: Documents,
  wish: CorrectionWish,
  { file, text }: CorrectionDraft,
): Documents {
  const source = parseSource(file, text);
  const holders = findHolders(documents, wish);
  if (holders.length === 0) {
    const message =
      'the operation stands in another file, where no overlay reaches it: correct it there, or for its whole path';
    throw new StartError([complainAt(source, `${action}/target`, message)]);
  }
  const corrected = new Map(
    holders.map((holder): [string, Part] => {
      const pointer = stepDown(holder.pointer, correctionMember);
      const value = mergeInto(documents.own(holder, correctionMember)?.value, wish, source);
      return [identify(holder), { uri: holder.uri, pointer, value }];
    }),
  );
  const places = [...corrected.values()].map(identify);
  return {
    ...documents,
    own: (holder, keyword) =>
      (keyword === correctionMember ? corrected.get(identify(holder)) : undefined) ??
      documents.own(holder, keyword),
    complain(part, message) {
      const place = identify(part);
      const above = places.find((one) => place === one || place.startsWith(`${one}/`));
      if (above === undefined) return documents.complain(part, message);
      const inDraft = `${action}/update/${correctionMember}${place.slice(above.length)}`;
      return complainAt(source, inDraft, message);
    },
  };
}

const identify = ({ uri, pointer }: Pick<Part, 'uri' | 'pointer'>): string => `${uri}#${pointer}`;

/** What the target of the overlay selects, in each of the contracts. */
function findHolders(
  documents: Documents,
  { operation, isWhole }: CorrectionWish,
): readonly Part[] {
  const name = declaredName(documents, operation);
  return documents.roots.flatMap((root) => {
    const item = documents.at(root, 'paths', name);
    const holder = isWhole ? item : item && documents.own(item, operation.method.toLowerCase());
    return holder && isJsonObject(holder.value) ? [holder] : [];
  });
}

/** The correction together with one that stands there, as overlays merge. */
function mergeInto(
  present: JsonValue | undefined,
  { correction }: CorrectionWish,
  source: Source,
): JsonValue {
  if (present === undefined) return correction;
  const draft = openDraft({ [correctionMember]: present });
  const value = { [correctionMember]: correction };
  const update = { value, source, pointer: `${action}/update`, isCopied: false };
  const misfits = draft.merge([], update);
  if (misfits.length > 0) {
    throw new StartError(
      misfits.map(({ pointer, message }) => complainAt(source, pointer, message)),
    );
  }
  return draft.valueAt([correctionMember]) ?? correction;
}
