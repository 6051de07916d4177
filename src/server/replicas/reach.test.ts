import { expect, it } from 'vitest';

import type { OwnerAnswer } from '../../http/forward/ask-owner.ts';
import type { AnsweringPlace } from '../../http/forward/hand-over.ts';
import type { Reach } from './reach.ts';
import { createReach } from './reach.ts';
import { createTime } from './simulated-process.test-kit.ts';

const reached: OwnerAnswer = { isReached: true, problem: '' };
const missed: OwnerAnswer = { isReached: false, reason: 'ECONNREFUSED' };
const there = (url: string): AnsweringPlace => ({
  kind: 'there',
  url,
  epoch: url,
  isStoreGone: false,
});
const complaint =
  'the owner can not be reached at http://one (ECONNREFUSED): is its --replica-url right?';

interface Played {
  readonly reach: Reach;
  readonly notices: readonly string[];
  place: AnsweringPlace;
  answer: OwnerAnswer;
  pass(milliseconds: number): Promise<void>;
}

function play(answer: OwnerAnswer = reached): Played {
  const time = createTime();
  const notices: string[] = [];
  const played: Played = {
    notices,
    place: there('http://one'),
    answer,
    pass: time.pass,
    reach: createReach({
      clock: { uptime: time.now, after: time.after },
      place: () => played.place,
      ask: () => Promise.resolve(played.answer),
      tell: (message) => notices.push(message),
    }),
  };
  played.reach.begin();
  return played;
}

it('has no problem with an owner that it reaches', async () => {
  const played = play();
  expect(played.reach.problem()).toBe('the owner was not reached yet');
  await played.pass(20_000);
  expect([played.reach.problem(), played.notices]).toEqual([undefined, []]);
});

it('has one at once where it has never reached an owner', async () => {
  const played = play(missed);
  await played.pass(1000);
  expect([played.reach.problem(), played.notices]).toEqual([complaint, []]);
  played.answer = reached;
  await played.pass(1000);
  expect(played.reach.problem()).toBeUndefined();
});

it('waits for the next owner where the present one has ended', async () => {
  const played = play();
  await played.pass(1000);
  played.answer = missed;
  await played.pass(7000);
  expect(played.reach.problem()).toBeUndefined();
  played.place = there('http://two');
  await played.pass(7000);
  expect([played.reach.problem(), played.notices]).toEqual([undefined, []]);
});

it('tells once that it never comes through, and is not ready until it does', async () => {
  const played = play();
  await played.pass(1000);
  played.answer = missed;
  await played.pass(30_000);
  expect([played.reach.problem(), played.notices]).toEqual([complaint, [complaint]]);
  played.answer = reached;
  await played.pass(1000);
  expect(played.reach.problem()).toBeUndefined();
});

it('says nothing of the owner while the store is gone, or of itself', async () => {
  const played = play();
  await played.pass(1000);
  played.answer = missed;
  for (const place of [
    { ...there('http://one'), isStoreGone: true } as AnsweringPlace,
    { kind: 'here' } as const,
  ]) {
    played.place = place;
    await played.pass(30_000);
    expect([played.reach.problem(), played.notices]).toEqual([undefined, []]);
  }
});
