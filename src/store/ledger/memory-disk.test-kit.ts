import { basename, dirname } from 'node:path';

import type { Disk, DiskFile, FileFacts } from './disk.ts';

/** A disk in memory that tells what it was asked, can be made to fail, and can lose its power. */
export interface MemoryDisk extends Disk {
  /** What it was asked to do, in order: `write db.journal-1`, `datasync db.journal-1`. */
  readonly steps: readonly string[];
  /** Called before each step: may throw, so that the step fails, or wait. `half`: only half of a write is done. */
  before: (step: string, index: number) => Promise<void> | 'half' | void;
  /** What the next process finds: after the end of this one, or after a power cut. */
  survivor(how: 'kill' | 'power cut'): MemoryDisk;
  text(path: string): string | undefined;
  put(path: string, content: string | Buffer): void;
  names(): readonly string[];
}

interface Body {
  readonly id: string;
  bytes: Buffer;
  durable: Buffer;
}

/** Which files there are, by their paths, and which would be left without power. */
interface Content {
  readonly files: ReadonlyMap<string, Body>;
  readonly durable: ReadonlyMap<string, Body>;
}

const empty: Content = { files: new Map(), durable: new Map() };

export function createMemoryDisk(found: Content = empty): MemoryDisk {
  let lastId = 0;
  const createBody = (bytes: Buffer): Body => {
    lastId += 1;
    return { id: `${lastId}`, bytes, durable: bytes };
  };
  const copies = new Map<Body, Body>();
  const copy = (body: Body): Body => {
    const known = copies.get(body) ?? { ...createBody(body.bytes), durable: body.durable };
    copies.set(body, known);
    return known;
  };
  const files = new Map([...found.files].map(([path, body]) => [path, copy(body)]));
  let durableNames = new Map([...found.durable].map(([path, body]) => [path, copy(body)]));
  const folders = new Set([...files.keys()].map((path) => dirname(path)));
  const steps: string[] = [];
  const take = async (step: string): Promise<'half' | void> => {
    steps.push(step);
    const answer = disk.before(step, steps.length - 1);
    await Promise.resolve();
    return answer instanceof Promise ? await answer : answer;
  };
  const bodyAt = (path: string): Body => {
    const body = files.get(path);
    if (!body)
      throw Object.assign(new Error(`ENOENT: no such file, '${path}'`), { code: 'ENOENT' });
    return body;
  };
  const toFacts = ({ id, bytes }: Body): FileFacts => ({ id, size: bytes.length });
  const disk: MemoryDisk = {
    steps,
    before: () => undefined,
    async makeFolder(path) {
      await take('makeFolder');
      if (folders.has(path)) return [];
      folders.add(path);
      return [dirname(path)];
    },
    async list(folder) {
      await take('list');
      return [...files.keys()]
        .filter((path) => dirname(path) === folder)
        .map((path) => basename(path));
    },
    async open(path, purpose) {
      await take(`open ${basename(path)} to ${purpose}`);
      if (purpose === 'write') {
        if (!folders.has(dirname(path))) bodyAt(dirname(path));
        const body = files.get(path) ?? { ...createBody(Buffer.alloc(0)) };
        body.bytes = Buffer.alloc(0);
        files.set(path, body);
      }
      return openBody(bodyAt(path), basename(path), take);
    },
    async look(path) {
      await take(`look ${basename(path)}`);
      const body = files.get(path);
      return body && toFacts(body);
    },
    async rename(from, to) {
      await take(`rename ${basename(from)} to ${basename(to)}`);
      files.set(to, bodyAt(from));
      files.delete(from);
    },
    async remove(path) {
      await take(`remove ${basename(path)}`);
      bodyAt(path);
      files.delete(path);
    },
    async syncFolder(path) {
      await take('syncFolder');
      const elsewhere = [...durableNames].filter(([name]) => dirname(name) !== path);
      durableNames = new Map([
        ...elsewhere,
        ...[...files].filter(([name]) => dirname(name) === path),
      ]);
    },
    survivor(how) {
      if (how === 'kill') return createMemoryDisk({ files, durable: durableNames });
      const left = [...durableNames].map(([path, { id, durable }]): [string, Body] => [
        path,
        { id, bytes: durable, durable },
      ]);
      return createMemoryDisk({ files: new Map(left), durable: new Map(left) });
    },
    text: (path) => files.get(path)?.bytes.toString('utf8'),
    put(path, content) {
      files.set(path, createBody(Buffer.from(content)));
      folders.add(dirname(path));
    },
    names: () => [...files.keys()].map((path) => basename(path)).toSorted(),
  };
  return disk;
}

function openBody(
  body: Body,
  name: string,
  take: (step: string) => Promise<'half' | void>,
): DiskFile {
  const sync = async (step: string): Promise<void> => {
    await take(`${step} ${name}`);
    body.durable = body.bytes;
  };
  return {
    async look() {
      await take(`look ${name}`);
      return { id: body.id, size: body.bytes.length };
    },
    async read(into, position) {
      return body.bytes.copy(into, 0, position);
    },
    async write(bytes, position) {
      const isHalf = (await take(`write ${name}`)) === 'half';
      const written = isHalf ? bytes.subarray(0, bytes.byteLength / 2) : bytes;
      const all = Buffer.alloc(Math.max(body.bytes.length, position + written.byteLength));
      body.bytes.copy(all);
      all.set(written, position);
      body.bytes = all;
      if (isHalf) throw new Error('ENOSPC: no space left on device, write');
    },
    async truncate(length) {
      await take(`truncate ${name}`);
      body.bytes = body.bytes.subarray(0, length);
    },
    datasync: () => sync('datasync'),
    sync: () => sync('sync'),
    async close() {
      await take(`close ${name}`);
    },
  };
}
