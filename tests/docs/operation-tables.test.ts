import { describe, expect, it } from 'vitest';

import { openDocument } from '../../src/contract/load/documents.ts';
import { controlFile } from '../../src/server/control/grammar.ts';
import { code, plain, remakePage } from './made-tables.ts';

interface Operation {
  readonly tag: string;
  readonly cells: readonly string[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

describe('docs/control.md', async () => {
  const operations = readOperations();
  const page = await remakePage('control.md', {
    operations: (tags) => [
      ['Operation', 'What it does'],
      ...tags.flatMap((tag) =>
        operations.filter((one) => one.tag === tag).map(({ cells }) => cells),
      ),
    ],
  });

  it('has the tables that the control contract gives (STUNTDOUBLE_UPDATE_DOCS=1 writes them)', () => {
    expect(page.made).toBe(page.text);
  });

  it('names each tag of the control contract in the comment of one table', () => {
    const tags = [...new Set(operations.map(({ tag }) => tag))];
    expect(page.named.get('operations')?.toSorted()).toEqual(tags.toSorted());
  });
});

function readOperations(): readonly Operation[] {
  const documents = openDocument(controlFile);
  return documents.mapBelow(documents.root, 'paths').flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = documents.child(item, method);
      if (!operation) return [];
      const [tag = '', summary = ''] = [['tags', '0'], ['summary']].map((steps) => {
        const value = documents.child(operation, ...steps)?.value;
        return typeof value === 'string' ? value : '';
      });
      return [{ tag, cells: [code(`${method.toUpperCase()} ${path}`), plain(summary)] }];
    }),
  );
}
