import { join } from 'node:path';

import { writeFixtures } from '../fixtures.ts';
import type { GoalName } from '../goals.ts';
import { atLeast } from '../goals.ts';
import { standIn } from '../ours.ts';
import { readAndWrite } from '../questions.ts';
import { measureKinds } from '../rates.ts';
import type { Scene } from '../section.ts';

const off = 'neither';
const on = 'journal and coverage, as usual';

const goalOf: Readonly<Record<string, GoalName>> = {
  'GET page 200': 'GET 200, journal and coverage on beside off',
  'PATCH 204': 'PATCH 204, journal and coverage on beside off',
};

/** What it costs that every request is kept for a while, and counted. */
export const watchingScene: Scene = {
  name: 'watching',
  about: 'ours with and without its journal of requests and coverage of the contract',
  async run(lab) {
    const fixtures = await writeFixtures(join(lab.folder, 'fixtures'));
    const subjects = [
      standIn(off, fixtures, '--journal=0', '--no-coverage'),
      standIn(on, fixtures),
      standIn('journal alone', fixtures, '--no-coverage'),
      standIn('coverage alone', fixtures, '--journal=0'),
      standIn('a journal of 100,000', fixtures, '--journal=100000'),
    ];
    const kinds = await measureKinds(
      lab,
      readAndWrite.flatMap((asked) =>
        subjects.map((subject) => ({ ...asked, name: subject.name, subject })),
      ),
    );
    return {
      title: 'Journal and coverage',
      text: 'Both are on by default: all other scenes have them.',
      tables: [...kinds.values()].map((rates) => rates.table([{ name: off, title: off }])),
      goals: [...kinds].flatMap(([kind, rates]) => {
        const goal = goalOf[kind];
        return goal ? [atLeast(goal, 0.9, rates.ratio(on, off))] : [];
      }),
    };
  },
};
