import { join } from 'node:path';

import { writeFixtures } from '../fixtures.ts';
import { mounted, standIn } from '../ours.ts';
import { readAndWrite } from '../questions.ts';
import { measureKinds } from '../rates.ts';
import type { Scene } from '../section.ts';
import type { Subject } from '../subject.ts';
import { bareExpress, bareNode } from '../subjects.ts';

const usual = 'silent, flush';

/** What can be switched on and off, and what it costs. */
export const modesScene: Scene = {
  name: 'modes',
  about: 'ours with each durability, log and world, mounted, and behind middleware',
  async run(lab) {
    const fixtures = await writeFixtures(join(lab.folder, 'fixtures'));
    const subjects: readonly Subject[] = [
      bareNode,
      bareExpress,
      standIn(usual, fixtures),
      standIn('durability memory', fixtures, '--durability=memory'),
      standIn('durability sync', fixtures, '--durability=sync'),
      standIn('log human', fixtures, '--log=human'),
      standIn('log json', fixtures, '--log=json'),
      { ...standIn('in a named world', fixtures), prefix: '/~one' },
      mounted('mounted in Express', fixtures),
      mounted('mounted, behind middleware', fixtures, 'middleware'),
    ];
    const kinds = await measureKinds(
      lab,
      readAndWrite.flatMap((asked) =>
        subjects.map((subject) => ({ ...asked, name: subject.name, subject })),
      ),
    );
    const bases = [
      { name: bareNode.name, title: 'node:http' },
      { name: bareExpress.name, title: 'Express' },
      { name: usual, title: usual },
    ];
    return {
      title: 'Modes',
      text: 'The log goes to a pipe that is read. Only the default world is kept on disk.',
      tables: [...kinds.values()].map((rates) => rates.table(bases)),
    };
  },
};
