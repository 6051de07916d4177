import { makeState } from './records.ts';
import { playRound } from './round.ts';
import { measureCompaction, measureStart, prepareFolder, prepareJournal } from './start.ts';
import type { Subject, SubjectName } from './subject.ts';
import { openSubject } from './subject.ts';

/** What a process of its own is asked for. */
export type Task =
  | {
      readonly kind: 'open';
      readonly folder: string;
      readonly size: number;
      readonly names: readonly SubjectName[];
    }
  | { readonly kind: 'round'; readonly name: SubjectName; readonly count: number }
  | { readonly kind: 'prepare'; readonly folder: string; readonly size: number }
  | {
      readonly kind: 'journal';
      readonly folder: string;
      readonly size: number;
      readonly count: number;
    }
  | { readonly kind: 'start'; readonly folder: string }
  | { readonly kind: 'compact'; readonly folder: string };

const subjects = new Map<SubjectName, Subject>();
let size = 0;

process.on('message', (task: Task) => {
  void answer(task);
});

async function answer(task: Task): Promise<void> {
  try {
    process.send?.({ result: await perform(task) });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.stack : String(error) });
  }
}

async function perform(task: Task): Promise<unknown> {
  switch (task.kind) {
    case 'open': {
      size = task.size;
      const state = makeState(size);
      for (const name of task.names) {
        const subject = await openSubject(name, state, `${task.folder}/${name}`);
        subjects.set(name, subject);
        // The first write is that of the whole.
        await subject.replace(0, 1);
      }
      return undefined;
    }
    case 'round': {
      const subject = subjects.get(task.name);
      if (!subject) throw new Error(`${task.name} was not opened`);
      globalThis.gc?.();
      return playRound(subject, size, task.count);
    }
    case 'prepare':
      return prepareFolder(task.folder, task.size);
    case 'journal':
      return prepareJournal(task.folder, task.size, task.count);
    case 'start':
      return measureStart(task.folder);
    case 'compact':
      return measureCompaction(task.folder);
  }
}
