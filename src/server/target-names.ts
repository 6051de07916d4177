import { pointerSteps } from '../base/json.ts';
import type { Part } from '../contract/load/documents.ts';
import { schemaName } from '../contract/schema/schema-names.ts';

/** Names the targets of references for a text of its own, such as `Lamp`, and `Lamp-2` for another of that name. */
export function createTargetNames(): (target: Part) => string {
  const known = new Map<string, string>();
  const taken = new Set<string>();
  return (target) => {
    const place = `${target.uri}#${target.pointer}`;
    const name = known.get(place) ?? findFreeName(target, taken);
    known.set(place, name);
    taken.add(name);
    return name;
  };
}

function findFreeName(target: Part, taken: ReadonlySet<string>): string {
  const wanted = schemaName(target) ?? (pointerSteps(target.pointer).at(-1) || 'part');
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}-${count}`;
  return name;
}
