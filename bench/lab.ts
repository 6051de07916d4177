import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

import type { Generator } from './load.ts';
import { chooseGenerator, hasProgram } from './load.ts';

/** What the scenes measure with. */
export interface Lab {
  readonly node: { readonly file: string; readonly version: string };
  readonly generator: Generator;
  /** What to put in front of a command, so that it runs on that core; empty: anywhere. */
  readonly cores: { readonly servers: readonly string[]; readonly load: readonly string[] };
  readonly rounds: number;
  readonly seconds: number;
  /** The long form of what can take long. */
  readonly isLong: boolean;
  /** For whatever has to be written; it goes when the run ends. */
  readonly folder: string;
  say(line: string): void;
}

export interface Wishes {
  readonly rounds: number;
  readonly seconds: number;
  readonly isLong: boolean;
}

export function openLab(wishes: Wishes, folder: string, say: (line: string) => void): Lab {
  const file = process.env['STUNTDOUBLE_BENCH_NODE'] ?? process.execPath;
  const version = execFileSync(file, ['--version'], { encoding: 'utf8' }).trim();
  const canPin = cpus().length > 1 && hasProgram('taskset', '--version');
  const pin = (core: string): readonly string[] => (canPin ? ['taskset', '-c', core] : []);
  const cores = { servers: pin('0'), load: pin('1') };
  const generator = chooseGenerator(cores.load, folder);
  return { ...wishes, node: { file, version }, generator, cores, folder, say };
}

/** What is missing on this machine, in words for whoever reads the results. */
export function tellLacks({ cores, generator }: Lab): readonly string[] {
  return [
    ...(cores.servers.length > 0
      ? []
      : ['Servers and load share their cores: taskset, or a second core, is missing.']),
    ...(generator.name === 'wrk' ? [] : ['wrk is missing, so autocannon asks.']),
  ];
}

/** What the figures of a run hold for. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  /** In GB. */
  readonly memory: number;
}

/** Several generations of processors have the same name, so family and model are added. */
export function readMachine(facts: string = readFileSync('/proc/cpuinfo', 'utf8')): Machine {
  const find = (name: string): string | undefined =>
    new RegExp(`^${name}\\s*: (.*)$`, 'm').exec(facts)?.[1]?.trim();
  const family = find('cpu family');
  const model = find('model');
  const name = find('model name') ?? cpus()[0]?.model.trim() ?? 'unknown processor';
  const isKnown = family !== undefined && model !== undefined;
  return {
    processor: isKnown ? `${name} (family ${family}, model ${model})` : name,
    cores: cpus().length,
    memory: Math.round(totalmem() / 2 ** 30),
  };
}
