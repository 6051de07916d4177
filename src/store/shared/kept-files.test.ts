import { beforeEach, describe, expect, it } from 'vitest';

import type { ApiError } from '../../base/errors.ts';
import type { Claimant, StoreEngine } from './engine.ts';
import { fullStore, StoreFailure } from './failure.ts';
import type { KeptFiles } from './kept-files.ts';
import { openKeptFiles } from './kept-files.ts';
import type { MemoryStore } from './memory-engine.test-kit.ts';
import { createMemoryStore } from './memory-engine.test-kit.ts';

const owner: Claimant = { replica: 'one', url: 'http://one', fingerprint: 'f', generation: 0 };

let store: MemoryStore;
let engine: StoreEngine;
/** What the next step meets: it is not done (`unsent`), or done and not answered (`unknown`). */
let failure: 'unsent' | 'unknown' | undefined;
let doubts: string[];
let refusal: ApiError | undefined;

beforeEach(() => {
  store = createMemoryStore(() => 0);
  [failure, refusal, doubts] = [undefined, undefined, []];
  engine = store.connect(async (step) => {
    const kind = failure;
    failure = undefined;
    if (kind === 'unsent') throw new StoreFailure('unsent', 'no way');
    const answer = await Promise.resolve().then(step);
    if (kind === 'unknown') throw new StoreFailure('unknown', 'no answer');
    return answer;
  });
});

async function open(): Promise<KeptFiles> {
  const { epoch } = await engine.claim(owner);
  return openKeptFiles({
    engine,
    folder: 'kept',
    epoch: () => epoch,
    problem: () => refusal,
    onDoubt: (reason) => void doubts.push(reason),
  });
}

async function newsOf(files: KeptFiles): Promise<Readonly<Record<string, string | undefined>>> {
  const news: Record<string, string | undefined> = {};
  await files.readNews(({ file, text }) => {
    news[file.path] = text;
  });
  return news;
}

describe('small files', () => {
  it('are found by the next owner, those of this folder alone', async () => {
    const files = await open();
    const file = files.open('a/one');
    expect([file.size(), files.find('a/one')]).toEqual([undefined, undefined]);
    await file.replace('é\n');
    await file.append('more');
    expect([file.size(), files.find('a/one')]).toEqual([7, file]);
    const { epoch } = await engine.claim(owner);
    await engine.files.put(epoch, 'other/a', 'x', Buffer.from('other'));
    const next = await open();
    expect(await newsOf(next)).toEqual({ 'a/one': 'é\nmore' });
    expect(await newsOf(next)).toEqual({});
    await next.find('a/one')?.append('!');
    expect(await newsOf(await open())).toEqual({ 'a/one': 'é\nmore!' });
  });

  it('are gone when they are removed, and may be made again', async () => {
    const files = await open();
    const file = files.open('a');
    await file.replace('one');
    await file.remove();
    await expect(file.append('late')).rejects.toMatchObject({ code: 'store-unreachable' });
    expect(doubts).toEqual([]);
    await files.open('a').replace('two');
    expect(await newsOf(await open())).toEqual({ a: 'two' });
  });

  it('are gone when they are removed before they were stored', async () => {
    const files = await open();
    const file = files.open('a');
    const storing = file.replace('one');
    const removing = files.find('a')?.remove();
    await Promise.all([storing, removing]);
    expect(files.find('a')).toBeUndefined();
    expect(await newsOf(await open())).toEqual({});
  });

  it('may be large, and are as they were where they do not get whole', async () => {
    const files = await open();
    const file = files.open('a');
    const large = 'é'.repeat(800_000);
    await file.replace(large);
    expect([file.size(), await newsOf(await open())]).toEqual([1_600_000, { a: large }]);
    const next = await open();
    await newsOf(next);
    const storing = next.find('a')?.replace('x'.repeat(1_500_000));
    await Promise.resolve();
    store.isFull = true;
    await expect(storing).rejects.toMatchObject({ code: 'storage-failed' });
    store.isFull = false;
    expect(await newsOf(await open())).toEqual({ a: large });
    await expect.poll(async () => [...(await engine.files.list('')).keys()]).toEqual(['kept/a']);
  });

  it('take the place of each other when they are written', async () => {
    const files = await open();
    const [first, second] = [files.open('a'), files.open('a')];
    await first.replace('one');
    await first.append('!');
    await second.replace('two');
    await expect(first.append('late')).rejects.toThrow(/Nothing was changed.*made anew/);
    expect(doubts).toEqual([]);
    expect(await newsOf(await open())).toEqual({ a: 'two' });
  });

  it('stay where they can not be removed', async () => {
    const files = await open();
    const file = files.open('a');
    await file.replace('one');
    failure = 'unsent';
    await expect(file.remove()).rejects.toThrow(/Nothing was changed/);
    await file.append('!');
    expect(await newsOf(await open())).toEqual({ a: 'one!' });
  });

  it('are read again where it is not known how a step ended', async () => {
    const files = await open();
    const file = files.open('a');
    await file.replace('one');
    failure = 'unknown';
    await expect(file.append('!')).rejects.toThrow(/may have been made, once/);
    expect(doubts).toEqual(['it was not known how a change has ended there']);
    await expect(file.append('?')).rejects.toThrow(/has to be read again/);
    expect(await newsOf(files)).toEqual({ a: 'one!' });
    await file.append('?');
    expect(await newsOf(await open())).toEqual({ a: 'one!?' });
  });

  it('are missed where the store has lost them', async () => {
    const files = await open();
    const goBack = store.save();
    await files.open('a').replace('one');
    goBack();
    await expect(files.open('b').replace('two')).rejects.toMatchObject({
      code: 'store-unreachable',
    });
    expect(doubts).toEqual(['the store does not have all that it has acknowledged']);
    expect(await newsOf(files)).toMatchObject({ a: undefined });
    expect(files.find('a')).toBeUndefined();
  });

  it('are not written where the store is full, or this process is not the owner', async () => {
    const files = await open();
    store.isFull = true;
    await expect(files.open('a').replace('one')).rejects.toMatchObject({ code: 'storage-failed' });
    expect([await files.problem(), await files.problem()]).toEqual([fullStore, fullStore]);
    store.isFull = false;
    expect(await files.problem()).toBeUndefined();
    await engine.claim({ ...owner, replica: 'one' });
    await expect(files.open('a').replace('one')).rejects.toThrow(/another replica has taken over/);
    expect(doubts).toEqual(['it was not known how a change has ended there']);
  });
});
