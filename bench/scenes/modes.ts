import { join } from 'node:path';

import { writeFixtures } from '../fixtures.ts';
import { mounted, standIn } from '../ours.ts';
import type { Load } from '../questions.ts';
import { askPage, assetIds, changeAssets } from '../questions.ts';
import { toRates } from '../rates.ts';
import { measure } from '../rounds.ts';
import type { Scene } from '../section.ts';
import type { Subject } from '../subject.ts';
import { bareExpress } from '../subjects.ts';

/** What can be switched on and off, and what it costs. */
export const modesScene: Scene = {
  name: 'modes',
  about: 'ours with each durability, log and world, mounted, and behind middleware',
  async run(lab) {
    const fixtures = await writeFixtures(join(lab.folder, 'fixtures'));
    const subjects: readonly Subject[] = [
      bareExpress,
      standIn('silent, flush', fixtures),
      standIn('durability memory', fixtures, '--durability=memory'),
      standIn('durability sync', fixtures, '--durability=sync'),
      standIn('log human', fixtures, '--log=human'),
      standIn('log json', fixtures, '--log=json'),
      { ...standIn('in a named world', fixtures), prefix: '/~one' },
      mounted('mounted in Express', fixtures),
      mounted('mounted, behind middleware', fixtures, 'middleware'),
    ];
    const kinds: readonly (readonly [string, Load])[] = [
      ['GET page 200', [askPage]],
      ['PATCH 204', changeAssets(assetIds)],
    ];
    // One server for both: what is asked takes turns like everything else.
    const results = await measure(
      lab,
      kinds.flatMap(([kind, load]) =>
        subjects.map((subject) => ({ name: `${kind}, ${subject.name}`, subject, load })),
      ),
    );
    const tables = kinds.map(([kind]) => {
      const own = results.filter(({ name }) => name.startsWith(kind));
      return toRates(own).table([
        { name: `${kind}, ${bareExpress.name}`, title: 'Express' },
        { name: `${kind}, silent, flush`, title: 'silent, flush' },
      ]);
    });
    return {
      title: 'Modes',
      text: 'The log goes to a pipe that is read. Only the default world is kept on disk.',
      tables,
    };
  },
};
