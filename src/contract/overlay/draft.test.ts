import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown, valueAt } from '../../base/json.ts';
import type { Source } from '../../text/source.ts';
import type { OverlayDraft } from './draft.ts';
import { jsonKindOf, openDraft } from './draft.ts';
import type { JsonSteps } from './json-path.ts';

/** Few names, so that what is written often meets what is there. */
const name = fc.constantFrom('a', 'b', '__proto__', 'x/y', '');
const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.integer({ min: 0, max: 999_999 }),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc
      .array(fc.tuple(name, tie('tree')), { maxLength: 3 })
      .map((pairs) => Object.fromEntries(pairs)),
  ),
}));

/** What is done, and to the how-manieth of all places, so that it always finds one. */
const action = fc.record({
  place: fc.nat({ max: 40 }),
  kind: fc.constantFrom('update', 'remove'),
  update: tree,
});

function waysIn(value: JsonValue, way: JsonSteps = []): readonly JsonSteps[] {
  const members = Array.isArray(value)
    ? value.map((item: JsonValue, index) => [index, item] as const)
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return [way, ...members.flatMap(([step, member]) => waysIn(member, [...way, step]))];
}

function pointerTo(way: JsonSteps): string {
  return way.reduce<string>(stepDown, '');
}

function sourceOf(root: JsonValue): Source {
  return { file: 'overlay.json', text: '', root };
}

function act(
  draft: OverlayDraft,
  { place, kind, update }: { place: number; kind: string; update: JsonValue },
): void {
  const ways = waysIn(draft.root);
  const way = ways[place % ways.length] ?? [];
  if (kind === 'remove') {
    if (way.length > 0) draft.remove([way]);
    return;
  }
  draft.merge(way, { value: update, source: sourceOf(update), pointer: '', isCopied: false });
}

describe('a draft', () => {
  it('leads everything back to where the same is written', () => {
    fc.assert(
      fc.property(tree, fc.array(action, { maxLength: 8 }), (given, actions) => {
        const before = JSON.stringify(given);
        const draft = openDraft(given);
        for (const each of actions) act(draft, each);
        for (const way of waysIn(draft.root)) {
          const { source, pointer } = draft.trace(pointerTo(way));
          const written = valueAt(source?.root ?? given, pointer);
          const value = valueAt(draft.root, pointerTo(way));
          if (typeof value === 'number') expect(written).toBe(value);
          else expect(jsonKindOf(written)).toBe(jsonKindOf(value));
        }
        expect(JSON.stringify(given)).toBe(before);
      }),
      { numRuns: 300 },
    );
  });

  it('leads what is not there to where it would be', () => {
    const draft = openDraft({ a: [{ b: 1 }, { b: 2 }] });
    draft.remove([['a', 0]]);
    expect(draft.trace('/a/0/c')).toEqual({ source: undefined, pointer: '/a/1/c' });
    expect(draft.trace('/z/y')).toEqual({ source: undefined, pointer: '/z/y' });
  });
});
