import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Lab } from './lab.ts';
import { openLab, readMachine } from './lab.ts';
import { tellOthers, watchOthers } from './other-work.ts';
import { installPeers, listPeers } from './peers.ts';
import { project } from './place.ts';
import { reasons } from './reasons.ts';
import { gatherFigures, writePaper } from './replicas/paper.ts';
import type { Run } from './report.ts';
import { replicasHead, writePart, writeResults } from './report.ts';
import { replicaScenes, sceneNames, scenes } from './scenes.ts';
import type { Scene, Section } from './section.ts';
import { allReplicas, chooseByName, readArguments } from './wishes.ts';

const given = process.argv.slice(2);
const invocation = readArguments(given, sceneNames);
if (invocation.kind === 'help') {
  process.stdout.write(help());
} else if (invocation.kind === 'wrong') {
  process.stderr.write(`${invocation.message}\n`);
  process.exitCode = 2;
} else if (!existsSync('/proc/self/stat')) {
  process.stderr.write('The CPU time of servers is read from /proc, which is only on Linux.\n');
  process.exitCode = 1;
} else {
  const root = await mkdtemp(join(tmpdir(), 'stuntdouble-bench-'));
  try {
    installPeers(say);
    const { names, wishes } = invocation;
    await run(openLab(wishes, root, say), names);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** All scenes make a part of RESULTS.md; some of them are only printed, so that a part is of one run. */
async function run(lab: Lab, names: readonly string[]): Promise<void> {
  if (names.length === 1 && names[0] === allReplicas) return runReplicas(lab);
  const sections: Section[] = [];
  const chosen = chooseByName({ usual: scenes, replicas: replicaScenes }, names);
  for (const scene of chosen) sections.push(await play(lab, scene));
  const finished: Run = { ...describeRun(lab), peers: listPeers() };
  process.stdout.write(`\n## ${writePart(finished, sections)}\n`);
  if (names.length > 0) return say('RESULTS.md is written by a run of all scenes.');
  await writeReport('RESULTS.md', (earlier) => writeResults(finished, sections, earlier));
}

/** Makes a part of REPLICAS.md, of rounds enough for medians. */
async function runReplicas(lab: Lab): Promise<void> {
  const sections: Section[] = [];
  const others = [await watchOthers()];
  for (const scene of replicaScenes) {
    sections.push(await play(lab, scene));
    others.push(await watchOthers());
  }
  const figures = gatherFigures(sections);
  if (figures) sections.push(writePaper(figures));
  const finished: Run = { ...describeRun(lab), peers: [], remark: tellOthers(others) };
  process.stdout.write(`\n## ${writePart(finished, sections)}\n`);
  if (!figures || lab.rounds < 5) return say('REPLICAS.md is written by a whole run of 5 rounds.');
  await writeReport('REPLICAS.md', (earlier) =>
    writeResults(finished, sections, earlier, replicasHead),
  );
}

function describeRun(lab: Lab): Omit<Run, 'peers'> {
  const command = ['npm run bench', ...(given.length > 0 ? ['--', ...given] : [])].join(' ');
  const date = new Date().toISOString().slice(0, 10);
  return { lab, machine: readMachine(), date, command, reasons };
}

async function writeReport(name: string, toText: (earlier: string) => string): Promise<void> {
  const file = join(project, 'bench', name);
  const earlier = existsSync(file) ? await readFile(file, 'utf8') : '';
  await writeFile(file, toText(earlier));
}

/** What goes wrong in one scene is told in its place, and the others go on. */
async function play(lab: Lab, scene: Scene): Promise<Section> {
  const begin = performance.now();
  say(`${scene.name}: ${scene.about}`);
  const folder = join(lab.folder, scene.name);
  await mkdir(folder);
  try {
    return await scene.run({ ...lab, folder });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(`  ${reason}`);
    return { title: scene.name, text: `No figures: ${reason}`, tables: [] };
  } finally {
    await rm(folder, { recursive: true, force: true });
    say(`  ${Math.round((performance.now() - begin) / 1000)} s`);
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function help(): string {
  const width = Math.max(...sceneNames.map((name) => name.length));
  const list = (all: readonly Scene[]): string =>
    all.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`).join('\n');
  return `npm run bench [-- <scene>… --rounds <number> --seconds <number> --long]

Measures Stuntdouble beside its peers, by requests per second of the server's CPU. Without names all
scenes are played, and bench/RESULTS.md is written; with names they are only printed.

${list(scenes)}

Only by name, with redis-server; "${allReplicas}" plays all of these, and writes bench/REPLICAS.md:

${list(replicaScenes)}

  --rounds   how often each server takes its turn (default: 5)
  --seconds  how long a turn is (default: 1)
  --long     the soak goes on until 5 million requests, makes and deletes for ten minutes each

STUNTDOUBLE_BENCH_NODE   the Node that the servers run on; default: the one that runs this
STUNTDOUBLE_BENCH_PORTS  first of 90 ports to use; default: any that are free
`;
}
