import { join } from 'node:path';

import { ratioOf } from '../figures.ts';
import type { Started } from '../first-answer.ts';
import { measureStarts } from '../first-answer.ts';
import { atMost } from '../goals.ts';
import { standIn } from '../ours.ts';
import { project } from '../place.ts';
import { askPage } from '../questions.ts';
import type { Scene } from '../section.ts';
import type { Subject } from '../subject.ts';
import { bareExpress, bareNode, expressWithLibraries, listPeerSubjects } from '../subjects.ts';
import { showMegabytes, showRatio, showSeconds } from '../table.ts';
import { ourName } from './field.ts';

/** From the start of the process to the first 200. */
export const startScene: Scene = {
  name: 'start',
  about: 'from the start of the process to the first 200, beside all peers',
  async run(lab) {
    const subjects: readonly Subject[] = [
      bareNode,
      bareExpress,
      expressWithLibraries,
      standIn(ourName, join(project, 'fixtures')),
      ...listPeerSubjects(lab),
    ];
    const turns = { count: 5, patience: 60_000, tooLong: 10 };
    const started = await measureStarts(lab, subjects, askPage, turns);
    const ratio = (name: string, base = bareExpress.name): number | undefined =>
      compareCpu(started, name, base);
    const rows = [...started].map(([name, one]) => {
      if (one.kind === 'failed') return [name, `no figure: ${one.reason}`, '–', '–', '–', '–'];
      const { seconds, cpu, memory } = one.first;
      return [
        name,
        showSeconds(seconds),
        showSeconds(cpu),
        showRatio(ratio(name, bareNode.name)),
        showRatio(ratio(name)),
        showMegabytes(memory),
      ];
    });
    const cellsOf = (show: (one: Extract<Started, { kind: 'started' }>) => string): Standings =>
      new Map(
        [...started].map(([name, one]) => [name, one.kind === 'started' ? show(one) : 'no figure']),
      );
    return {
      title: 'Start',
      text: 'The default contract, from the start of the process to the first 200. Medians of five starts.',
      tables: [
        {
          columns: ['', 'wall', 'CPU', 'CPU × node:http', 'CPU × Express', 'memory (RSS)'],
          rows,
        },
      ],
      standings: [
        { column: 'start to first 200', cells: cellsOf(({ first }) => showSeconds(first.seconds)) },
        { column: 'RSS at start', cells: cellsOf(({ first }) => showMegabytes(first.memory)) },
      ],
      goals: [atMost('CPU of the start beside bare Express', 2.2, ratio(ourName))],
    };
  },
};

type Standings = ReadonlyMap<string, string>;

function compareCpu(
  started: ReadonlyMap<string, Started>,
  name: string,
  base: string,
): number | undefined {
  const ours = started.get(name);
  const theirs = started.get(base);
  if (ours?.kind !== 'started' || theirs?.kind !== 'started') return undefined;
  return ratioOf(
    ours.all.map(({ cpu }) => cpu),
    theirs.all.map(({ cpu }) => cpu),
  );
}
