import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { Notice } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { patience } from '../patience.ts';
import { bookIds, bookshop } from './bookshop.ts';
import { askAt } from './open-bookshop.ts';

const [id = ''] = bookIds;
const path = `/books/${id}`;

it('overrides of the world that is kept outlive a reload, by the ids of operations', async () => {
  const notices: Notice[] = [];
  const folder = await writeFolder(bookshop());
  const contract = join(folder, 'openapi.json');
  await using mock = await createMock({
    contract,
    watch: true,
    onNotice: (notice) => notices.push(notice),
  });
  const ask = askAt((await mock.listen()).url);
  const loads = (): number =>
    notices.filter(({ message }) => message.startsWith('loaded again')).length;
  const change = async (edit: (text: string) => string): Promise<void> => {
    const before = loads();
    await writeFile(contract, edit(await readFile(contract, 'utf8')));
    await vi.waitFor(() => expect(loads()).toBe(before + 1), patience);
  };
  const book = { id, title: 'A title that is forced', created_at: '2030-01-01T00:00:00Z' };
  const used = mock.use({ operation: 'getBook', reply: { body: book }, times: 3 });
  mock.world('a').use({ fault: { latency: 1 } });
  expect((await ask('GET', path)).json).toEqual(book);

  await change((text) => text.replaceAll('"Books"', '"Books, again"'));
  expect((await ask('GET', path)).json).toEqual(book);
  expect([used.hits, mock.overrides()]).toMatchObject([2, [{ left: 1 }]]);
  expect(mock.world('a').overrides()).toEqual([]);

  // What no longer fits is said, and held to the contract as it is now.
  mock.use({ operation: 'listBooks', reply: {} });
  expect(notices.filter(({ level }) => level === 'warning')).toEqual([]);
  await change((text) =>
    text.replaceAll('"title":{"type":"string"}', '"title":{"type":"string","maxLength":9}'),
  );
  expect(notices.filter(({ level }) => level === 'warning')).toEqual([
    {
      level: 'warning',
      message: expect.stringMatching(
        /^the override "override-1" of the world "default" does not fit.* \/reply\/body\/title: /,
      ),
    },
  ]);
  const broken = await ask('GET', path);
  expect([broken.status, broken.json]).toMatchObject([
    500,
    { type: 'urn:problem-type:contract-breach' },
  ]);
});
