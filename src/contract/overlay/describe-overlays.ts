import { displayPath } from '../../base/folders.ts';
import type { JsonValue } from '../../base/json.ts';
import { stepDown, valueAt } from '../../base/json.ts';
import { writeYaml } from '../../text/yaml-text.ts';
import type { Contract } from '../compile.ts';
import { nameForClients, nameOf, readContracts } from '../load/served-documents.ts';
import type { Action, Overlay } from './apply-overlays.ts';
import { applyOverlays } from './apply-overlays.ts';

/** An overlay in force, and what it changes. */
export interface OverlayReport {
  /** From the working folder or the contract's. */
  readonly file: string;
  readonly title: string;
  readonly version: string;
  /** The name of the one contract that it may change; undefined: it may change all. */
  readonly extends: string | undefined;
  readonly actions: readonly ActionReport[];
}

export interface ActionReport {
  readonly target: string;
  readonly description: string | undefined;
  readonly does: 'update' | 'copy' | 'remove';
  /** The JSONPath that is copied, or what is written, as YAML; undefined for a removal. */
  readonly text: string | undefined;
  readonly isCut: boolean;
  /** How many places it changes. */
  readonly count: number;
  /** The first of them, as the contract is when the action comes. */
  readonly places: readonly { readonly contract: string; readonly pointer: string }[];
}

/** Characters of what an action writes, and places of what it changes. */
const longestText = 4000;
const mostPlaces = 50;

/** Applies the overlays once more, and notes what each action finds. */
export function describeOverlays({
  documents,
  overlays,
}: Pick<Contract, 'documents' | 'overlays'>): readonly OverlayReport[] {
  if (overlays.length === 0) return [];
  const places = new Map<Action, Place[]>();
  applyOverlays(readContracts(documents), overlays, (action, uri, ways) => {
    const known = places.get(action) ?? [];
    places.set(action, known);
    const contract = nameOf(documents, uri);
    for (const way of ways) known.push({ contract, pointer: way.reduce<string>(stepDown, '') });
  });
  return overlays.map((overlay) => ({
    file: nameForClients(displayPath(overlay.source.file), documents),
    title: textAt(overlay, '/info/title') ?? '',
    version: textAt(overlay, '/info/version') ?? '',
    extends: overlay.extends === undefined ? undefined : nameOf(documents, overlay.extends),
    actions: overlay.actions.map((action) =>
      describeAction(overlay, action, places.get(action) ?? []),
    ),
  }));
}

type Place = ActionReport['places'][number];

function describeAction(
  overlay: Overlay,
  { pointer, update, copied }: Action,
  places: readonly Place[],
): ActionReport {
  const at = (step: string): string | undefined => textAt(overlay, stepDown(pointer, step));
  const written = copied ? at('copy') : update === undefined ? undefined : writeText(update);
  return {
    target: at('target') ?? '',
    description: at('description'),
    does: copied ? 'copy' : update === undefined ? 'remove' : 'update',
    text: written?.slice(0, longestText),
    isCut: (written?.length ?? 0) > longestText,
    count: places.length,
    places: places.slice(0, mostPlaces),
  };
}

function writeText(update: JsonValue): string {
  return writeYaml(update).trimEnd();
}

function textAt({ source }: Overlay, pointer: string): string | undefined {
  const value = valueAt(source.root, pointer);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
