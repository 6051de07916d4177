import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject, stepDown } from '../base/json.ts';
import type { Contract } from '../contract/compile.ts';
import type { Documents, Part } from '../contract/load/documents.ts';
import { isData, nameMaps } from '../contract/load/references.ts';
import { nameOf } from '../contract/load/served-documents.ts';
import type { Operation } from '../contract/operations.ts';
import { createTargetNames } from './target-names.ts';

/** How much of what an operation refers to is told, in characters of JSON, the nearest first. */
const mostTold = 200_000;

/** An operation as the contract declares it, with all that it refers to, from whatever file. */
export function presentOperation(
  { documents }: Pick<Contract, 'documents'>,
  { id, method, path, part, pathParameters }: Operation,
): JsonObject {
  const names = createNames();
  const declared = copyPart(part, documents, names.refer);
  const shared = pathParameters && copyPart(pathParameters, documents, names.refer);
  const referred: [string, JsonValue][] = [];
  let size = 0;
  // A copy may name others, which then come later.
  for (const [name, target] of names.all) {
    const copy = copyPart(target, documents, names.refer);
    size += JSON.stringify(copy).length;
    if (size > mostTold) break;
    referred.push([name, copy]);
  }
  return {
    id,
    method,
    path,
    document: nameOf(documents, part.uri),
    pointer: part.pointer,
    path_parameters: Array.isArray(shared) ? shared : [],
    declared,
    referred: Object.fromEntries(referred),
    is_cut: referred.length < names.all.size,
  };
}

interface Names {
  /** The targets of references by their names, in the order in which they were met. */
  readonly all: ReadonlyMap<string, Part>;
  /** A reference to a target among those that are told. */
  refer(this: void, target: Part): string;
}

function createNames(): Names {
  const all = new Map<string, Part>();
  const nameOfTarget = createTargetNames();
  return {
    all,
    refer(target) {
      const name = nameOfTarget(target);
      if (!all.has(name)) all.set(name, target);
      return `#${stepDown('/referred', name)}`;
    },
  };
}

/** Copies a part of the contract, with other references. Data has none. */
function copyPart(part: Part, documents: Documents, refer: (target: Part) => string): JsonValue {
  const copy = ({ uri, pointer, value }: Part, isNameMap: boolean): JsonValue => {
    const below = (step: string | number, member: JsonValue, isMap: boolean): JsonValue =>
      copy({ uri, pointer: stepDown(pointer, step), value: member }, isMap);
    if (Array.isArray(value))
      return value.map((item: JsonValue, index) => below(index, item, false));
    if (!isJsonObject(value)) return value;
    const target = isNameMap ? undefined : documents.step({ uri, pointer, value });
    const members = Object.entries(value)
      // References don't lead by it any more.
      .filter(([step]) => isNameMap || step !== '$id')
      .map(([step, member]): [string, JsonValue] => {
        if (isNameMap) return [step, below(step, member, false)];
        if (step === '$ref' && target) return [step, refer(target)];
        return [step, isData(step, member) ? member : below(step, member, nameMaps.has(step))];
      });
    return Object.fromEntries(members);
  };
  return copy(part, false);
}
