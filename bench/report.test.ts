import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { Goal } from './goals.ts';
import { goalNames } from './goals.ts';
import type { Lab } from './lab.ts';
import { readMachine } from './lab.ts';
import { reasons } from './reasons.ts';
import type { Run } from './report.ts';
import { replicasHead, writePart, writeResults } from './report.ts';
import type { Section } from './section.ts';

const known: ReadonlySet<string> = new Set(goalNames);

it('gives reasons for nothing that is no goal', () => {
  expect(Object.keys(reasons).filter((name) => !known.has(name))).toEqual([]);
});

it('names no goal that nobody measures', () => {
  const folder = join(import.meta.dirname, 'scenes');
  const scenes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const isMeasured = (name: string): boolean => scenes.some((text) => text.includes(`'${name}'`));
  expect(goalNames.filter((name) => !isMeasured(name))).toEqual([]);
});

it('explains what was missed, and nothing else', () => {
  const [first, second] = goalNames;
  const report = (isReached: boolean | undefined): string => {
    const goals = [first, second].map((what): Goal => ({
      what,
      target: '≤ 1',
      measured: '2',
      isReached,
    }));
    const run = { ...runOn('A processor'), reasons: { [first]: 'it is far' } };
    return writePart(run, [{ title: 'A scene', text: '', tables: [], goals }]);
  };
  const explained = `- **${first}**: it is far\n- **${second}**: nobody has looked`;
  expect(report(false)).toContain(explained);
  expect(report(true)).not.toContain('- **');
  expect(report(undefined)).not.toContain('- **');
});

it('keeps the runs of other machines, and replaces the one of its own', () => {
  const scene = (text: string): Section => ({ title: 'A scene', text, tables: [] });
  const first = writeResults(runOn('A processor'), [scene('first')], '');
  const second = writeResults(runOn('Another'), [scene('second')], first);
  const third = writeResults(runOn('A processor'), [scene('third')], second);
  const parts = third.split(/^## /m).slice(1);
  expect(parts.map((part) => part.split('\n', 1)[0])).toEqual([
    '2 × A processor, Node 24',
    '2 × Another, Node 24',
  ]);
  expect(parts[0]).toContain('third');
  expect(parts[1]).toContain('second');
  expect(third).not.toContain('first');
});

it('writes a report of its own kind, without peers, and with a remark', () => {
  const run = { ...runOn('A processor'), remark: 'It rained.' };
  const text = writeResults(run, [{ title: 'A scene', text: '', tables: [] }], '', replicasHead);
  expect(text).toMatch(/^# Replicas\n/);
  expect(text).toContain('It rained.');
  expect(text).not.toContain('Peers:');
});

it('tells generations of processors apart that have one name', () => {
  const facts = 'cpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\n';
  expect(readMachine(facts).processor).toBe('AMD EPYC (family 25, model 17)');
});

function runOn(processor: string): Run {
  const machine = { processor, cores: 2, memory: 24 };
  const date = '2026-01-31';
  return { lab, machine, date, command: 'npm run bench', peers: [], reasons: {} };
}

const lab: Lab = {
  node: { file: 'node', version: 'v24.0.0' },
  generator: { name: 'wrk', fire: () => Promise.reject(new Error('nothing is asked here')) },
  cores: { servers: [], load: [] },
  rounds: 5,
  seconds: 1,
  isLong: false,
  folder: '',
  say: () => undefined,
};
