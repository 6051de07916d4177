import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';

const home = new URL('../../src/console/', import.meta.url);

/** The sheets of all views together; what two views share stands in these. */
const shared = new Set(['base', 'parts']);
/** The room of a sheet that is not called by its name. */
const rooms: Readonly<Record<string, string>> = { swagger: 'contract', 'browser-world': 'worlds' };

const sheets = readdirSync(new URL('style/', home))
  .filter((file) => file.endsWith('.css'))
  .map((file) => basename(file, '.css'))
  .filter((name) => !shared.has(name));

describe('a sheet of a view reaches no other view', () => {
  test.each(sheets)('style/%s.css', (name) => {
    const room = rooms[name] ?? name;
    const foreign = wordsOfOthers(room);
    const css = readFileSync(new URL(`style/${name}.css`, home), 'utf8');
    const reaching = firstPartsOf(css).filter((part) => {
      const classes = [...part.matchAll(/\.([\w-]+)/g)].map(([, found = '']) => found);
      // One class of its own is enough: `.traffic.split` is not the `.split` of another.
      return classes.every((one) => foreign.has(one) && one !== room);
    });
    expect(reaching).toEqual([]);
  });
});

test('selectors are found as they begin', () => {
  const css = '/* .a {} */ .b .c, .d.e > f { x: y } @media (z) { .g:is(h, i) { x: y } }';
  expect(firstPartsOf(css)).toEqual(['.b', '.d.e', '.g:is(h, i)']);
});

/** The first compound of each selector, also within at-rules; the mark of the whole page is none. */
function firstPartsOf(css: string): readonly string[] {
  const text = css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll('[data-keys] ', '')
    .replaceAll(/@keyframes[^{]*\{(?:[^{}]*\{[^}]*\})*\s*\}/g, '');
  return [...text.matchAll(/([^{};]+)\{/g)].flatMap(([, head = '']) => {
    if (head.trim().startsWith('@')) return [];
    const selectors = head.split(/,(?![^(]*\))/);
    return selectors.map((one) => one.trim().split(/[\s>+~](?![^(]*\))/)[0] ?? '');
  });
}

/** What the markup of all other rooms may have as a class: each word in quotes. */
function wordsOfOthers(room: string): ReadonlySet<string> {
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.startsWith(`${room}/`),
  );
  const words = new Set<string>();
  for (const file of files) {
    const text = readFileSync(new URL(file, home), 'utf8');
    for (const [quoted] of text.matchAll(/'[\w -]*'|"[\w -]*"|`[^`]*`/g))
      for (const word of quoted.replaceAll(/\$\{[^}]*\}/g, ' ').split(/[^\w-]+/)) words.add(word);
  }
  return words;
}
