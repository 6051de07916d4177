import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { Goal } from './goals.ts';
import { goalNames } from './goals.ts';
import type { Lab } from './lab.ts';
import { reasons } from './reasons.ts';
import { writeReport } from './report.ts';

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
    const run = { lab, command: 'npm run bench', peers: [], reasons: { [first]: 'it is far' } };
    return writeReport(run, [{ title: 'A scene', text: '', tables: [], goals }]);
  };
  const explained = `- **${first}**: it is far\n- **${second}**: nobody has looked`;
  expect(report(false)).toContain(explained);
  expect(report(true)).not.toContain('- **');
  expect(report(undefined)).not.toContain('- **');
});

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
