import { describe, expect, it } from 'vitest';

import { make, object, pathsFor, refTo, shown, text, whole } from './record-kinds.ts';
import { openRoad } from './open-road.ts';

describe('a slug that the server makes', () => {
  it('has a number where another record has it', async () => {
    const note = object({ id: shown(whole), title: text, slug: text }, ['id', 'title', 'slug']);
    const sent = object({ title: text, slug: text }, ['title']);
    const road = await openRoad({
      paths: pathsFor({ notes: { record: refTo('Note'), sent } }),
      components: { schemas: { Note: note } },
    });
    const slugs = [];
    for (const title of ['A b', 'A b', 'A b!'])
      slugs.push((await make(road, '/notes', { title }))['slug']);
    expect(slugs).toEqual(['a-b', 'a-b-2', 'a-b-3']);
  });
});
