import type { Disk, DiskFile } from './disk.ts';

/** Refuses writes while `problem` returns a text: another process may have the folder by now. */
export function guardDisk(disk: Disk, problem: () => string | undefined): Disk {
  const assertFree = (): void => {
    const found = problem();
    if (found !== undefined) throw new Error(found);
  };
  return {
    ...disk,
    async open(path, purpose) {
      if (purpose === 'read') return disk.open(path, purpose);
      assertFree();
      return guardFile(await disk.open(path, purpose), assertFree);
    },
    async rename(from, to) {
      assertFree();
      await disk.rename(from, to);
    },
    async remove(path) {
      assertFree();
      await disk.remove(path);
    },
  };
}

function guardFile(file: DiskFile, assertFree: () => void): DiskFile {
  return {
    ...file,
    async write(bytes, position) {
      assertFree();
      await file.write(bytes, position);
    },
    async truncate(length) {
      assertFree();
      await file.truncate(length);
    },
    async datasync() {
      await file.datasync();
      // A process that was suspended meanwhile may have written to the folder of another process.
      assertFree();
    },
  };
}
