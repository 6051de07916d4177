import type { Disk, DiskFile } from './disk.ts';

/** Nothing is written while there is a problem: somebody else may have the folder by now. */
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
      // Whoever was frozen meanwhile may have written to what is another's by now.
      assertFree();
    },
  };
}
