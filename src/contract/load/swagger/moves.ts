/** Where the parts of an upgraded document stood before. A part that nothing is noted of stands where it stood. */
export interface Moves {
  /** The part went from one place to another. References lead to the first of several places. */
  note(to: string, from: string): void;
  /** The part was made of what stands at a place: complaints about it lead there, no reference does. */
  noteOrigin(to: string, from: string): void;
  /** Where a place of the upgraded document stood in the given one. */
  toGiven(pointer: string): string;
  /** Where a place of the given document is in the upgraded one. */
  toUpgraded(pointer: string): string;
}

export function createMoves(): Moves {
  const origins = new Map<string, string>();
  const targets = new Map<string, string>();
  return {
    note(to, from) {
      origins.set(to, from);
      if (!targets.has(from)) targets.set(from, to);
    },
    noteOrigin: (to, from) => void origins.set(to, from),
    toGiven: (pointer) => follow(origins, pointer),
    toUpgraded: (pointer) => follow(targets, pointer),
  };
}

/** By the closest part around a place: whatever stands in that moved along. */
function follow(moves: ReadonlyMap<string, string>, pointer: string): string {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    const moved = moves.get(pointer.slice(0, end));
    if (moved !== undefined) return moved + pointer.slice(end);
  }
  return pointer;
}
