import type { Goal } from './goals.ts';
import type { Lab } from './lab.ts';
import type { Figures } from './replicas/figures.ts';
import type { Table } from './table.ts';

/** What a scene has to say. */
export interface Section {
  readonly title: string;
  readonly text: string;
  readonly tables: readonly Table[];
  /** Columns of the table of all peers, by the name of the subject. */
  readonly standings?: readonly Standing[];
  readonly goals?: readonly Goal[];
  /** What the text on paper about replicas is derived from. */
  readonly figures?: Partial<Figures>;
}

export interface Standing {
  readonly column: string;
  readonly cells: ReadonlyMap<string, string>;
}

export interface Scene {
  readonly name: string;
  /** One line for the help. */
  readonly about: string;
  run(lab: Lab): Promise<Section>;
}
