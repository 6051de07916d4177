import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Case } from './case.ts';
import type { Lie } from './cases/lies.ts';
import { lies } from './cases/lies.ts';
import { tables } from './cases/tables.ts';
import { send } from './exchange.ts';
import { given, NotGiven, target } from './given.ts';
import { judge } from './judge.ts';
import { startLiar } from './liar.ts';
import { play } from './play.ts';
import { loadRules } from './rules.ts';
import type { Stage } from './stage.ts';
import { openStage } from './stage.ts';
import { createTally } from './tally.ts';

const rules = loadRules();
const tally = createTally(rules);
const plan = tables.flatMap(({ title, cases }) =>
  cases.map((entry) => ({ title, entry, reason: reasonToSkip(entry) })),
);
// A run in which nothing is asked must not look like one in which all was well.
if (plan.every(({ reason }) => reason !== undefined)) {
  throw new Error(`no case can be played:${listSkipped()}`);
}
let stage: Stage | undefined;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(async () => {
  await stage?.close();
  if (target !== undefined) process.stdout.write(listSkipped());
});

for (const { title } of tables) {
  describe(title, () => {
    for (const item of plan) if (item.title === title) register(item.entry, item.reason);
  });
}

describe.skipIf(target !== undefined)('the suite itself', () => {
  for (const lie of lies) {
    it(`${lie.complaint ? 'sees through' : 'believes'} ${lie.name}`, () => detect(lie));
  }

  it('saw every declared status of every operation', () => {
    expect(tally.declared).toBeGreaterThan(0);
    expect(tally.missing()).toStrictEqual([]);
  });
});

function register(entry: Case, reason: string | undefined): void {
  if (reason !== undefined) {
    it.skip(`${entry.name} [skipped: ${reason}]`);
    return;
  }
  it(entry.name, async () => {
    if (!stage) throw new Error('the stage did not open');
    await play(entry, stage, rules, tally);
  });
}

/** A judge that sees nothing would let every server pass. */
async function detect({ request: build, reply, complaint, isSeenByReferee }: Lie): Promise<void> {
  const referee = stage?.referee;
  if (!stage || !referee) throw new Error('the stage did not open');
  const liar = await startLiar();
  try {
    const request = build(given);
    liar.say(reply(request));
    stage.putBehindReferee(liar.url);
    const complaints = judge(request, await send(liar.url, request), '', rules);
    if (complaint) expect(complaints.join('\n')).toMatch(complaint);
    else expect(complaints).toStrictEqual([]);
    const verdict = referee.readVerdict(await send(referee.url, request));
    expect(verdict.response.length > 0).toBe(isSeenByReferee);
  } finally {
    await liar.close();
  }
}

function reasonToSkip({ standInOnly, steps }: Case): string | undefined {
  if (target === undefined) return undefined;
  if (standInOnly !== undefined) return `stand-in only: ${standInOnly}`;
  try {
    steps(given);
    return undefined;
  } catch (error) {
    if (error instanceof NotGiven) return error.message;
    throw error;
  }
}

function listSkipped(): string {
  const skipped = plan.flatMap(({ title, entry, reason }) =>
    reason === undefined ? [] : [`  ${title} › ${entry.name}\n    ${reason}\n`],
  );
  const missing = tally.missing().map((pair) => `  ${pair}\n`);
  return [
    `\n${skipped.length} of ${plan.length} cases were skipped:\n`,
    ...skipped,
    `Declared, and not seen from this target (${missing.length} of ${tally.declared}):\n`,
    ...missing,
    'What proves the suite itself was skipped too: it needs the stand-in.\n',
  ].join('');
}
