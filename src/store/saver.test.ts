import { describe, expect, it } from 'vitest';

import { createSaver } from './saver.ts';

/** A write that ends when the test says so, and what was said so far. */
function createScene(): {
  readonly said: string[];
  readonly write: () => Promise<void>;
  readonly end: (error?: Error) => Promise<void>;
} {
  const said: string[] = [];
  const open: ((error?: Error) => void)[] = [];
  return {
    said,
    write: () =>
      new Promise((resolve, reject) => {
        said.push('write');
        open.push((error) => (error ? reject(error) : resolve()));
      }),
    async end(error) {
      open.shift()?.(error);
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    },
  };
}

type Scene = ReturnType<typeof createScene>;

async function tell({ said }: Scene, promise: Promise<void>, name: string): Promise<void> {
  try {
    await promise;
    said.push(`${name} kept`);
  } catch (error) {
    said.push(`${name} lost: ${error instanceof Error ? error.message : String(error)}`);
  }
}

describe('a saver', () => {
  it('writes one at a time, and what comes meanwhile together', async () => {
    const scene = createScene();
    const saver = createSaver(scene.write);
    const save = (name: string): void =>
      void tell(
        scene,
        saver.save(() => scene.said.push(`undo ${name}`)),
        name,
      );
    for (const name of ['a', 'b', 'c']) save(name);
    expect(scene.said).toEqual(['write']);
    await scene.end();
    save('d');
    await scene.end();
    await scene.end();
    await scene.end();
    expect(scene.said.filter((line) => line === 'write')).toHaveLength(3);
    expect(scene.said.filter((line) => line.startsWith('undo'))).toEqual([]);
    expect(scene.said.filter((line) => line.endsWith('kept'))).toEqual([
      'a kept',
      'b kept',
      'c kept',
      'd kept',
    ]);
    expect(scene.said.indexOf('b kept')).toBeGreaterThan(scene.said.indexOf('write', 1));
  });

  it('undoes all that is not written, the latest first, before anyone hears of it', async () => {
    const scene = createScene();
    const saver = createSaver(scene.write);
    for (const name of ['a', 'b', 'c']) {
      void tell(
        scene,
        saver.save(() => scene.said.push(`undo ${name}`)),
        name,
      );
    }
    await scene.end(new Error('full'));
    expect(scene.said).toEqual([
      'write',
      'undo c',
      'undo b',
      'undo a',
      'a lost: full',
      'b lost: full',
      'c lost: full',
    ]);
  });

  it('begins anew after a failure', async () => {
    const scene = createScene();
    const saver = createSaver(scene.write);
    const undo = (): void => void scene.said.push('undo');
    void tell(scene, saver.save(undo), 'a');
    await scene.end(new Error('full'));
    void tell(scene, saver.save(undo), 'b');
    await scene.end();
    expect(scene.said).toEqual(['write', 'undo', 'a lost: full', 'write', 'b kept']);
  });

  it('is told of a write that throws at once', async () => {
    const saver = createSaver(() => {
      throw new Error('too large');
    });
    const undone: string[] = [];
    const saved = saver.save(() => undone.push('undo'));
    await expect(saved).rejects.toThrow('too large');
    expect(undone).toEqual(['undo']);
  });
});

describe('settle', () => {
  it('has nothing to wait for, and nothing to write, where nothing was saved', async () => {
    const scene = createScene();
    await createSaver(scene.write).settle();
    expect(scene.said).toEqual([]);
  });

  it('waits for all that was saved', async () => {
    const scene = createScene();
    const saver = createSaver(scene.write);
    void tell(
      scene,
      saver.save(() => scene.said.push('undo')),
      'a',
    );
    void tell(
      scene,
      saver.save(() => scene.said.push('undo')),
      'b',
    );
    void tell(scene, saver.settle(), 'settle');
    await scene.end();
    expect(scene.said).not.toContain('settle kept');
    await scene.end();
    expect(scene.said.slice(-2)).toEqual(['b kept', 'settle kept']);
  });
});
