import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createSpeaker, saidFor } from './speaker.ts';

describe('what is said', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('stands for a while in all places, and is gone then', () => {
    const speaker = createSpeaker();
    const [one, other]: [string[], string[]] = [[], []];
    speaker.listen((text) => one.push(text));
    speaker.listen((text) => other.push(text));
    speaker.say('3 requests');
    expect([one, other]).toEqual([['3 requests'], ['3 requests']]);
    vi.advanceTimersByTime(saidFor);
    expect([one, other]).toEqual([
      ['3 requests', ''],
      ['3 requests', ''],
    ]);
  });

  it('is not taken away by the end of what was said before', () => {
    const speaker = createSpeaker();
    const heard: string[] = [];
    speaker.listen((text) => heard.push(text));
    speaker.say('3 requests');
    vi.advanceTimersByTime(saidFor - 1);
    speaker.say('2 requests');
    vi.advanceTimersByTime(saidFor - 1);
    expect(heard).toEqual(['3 requests', '2 requests']);
  });

  it('reaches no listener that has left', () => {
    const speaker = createSpeaker();
    const heard: string[] = [];
    speaker.listen((text) => heard.push(text))();
    speaker.say('3 requests');
    expect(heard).toEqual([]);
  });
});
