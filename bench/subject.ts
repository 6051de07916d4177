import type { Lab } from './lab.ts';
import type { Question } from './questions.ts';

/** Something that can be started and asked. */
export interface Subject {
  readonly name: string;
  /** In front of each path. */
  readonly prefix?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** What Node is to run. */
  command(place: Place): readonly string[] | Promise<readonly string[]>;
  /** Why it can't run here. */
  findHindrance?(lab: Lab): string | undefined;
  /** What it has to refuse, since it says that it validates. */
  readonly refusals?: readonly Question[];
}

export interface Place {
  readonly port: number;
  /** Its own, and empty. */
  readonly folder: string;
}
