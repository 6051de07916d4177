import { describe, expect, it } from 'vitest';

import { makeSafe } from './safe-text.ts';

describe('a description of the contract', () => {
  it.each([
    ['keeps its Markdown', '**Sold** in `tens`\n\n- a\n- b', '**Sold** in `tens`\n\n- a\n- b'],
    ['keeps plain tags', 'a<br>b <b>c</b>', 'a<br>b <b>c</b>'],
    [
      'keeps its links',
      '<https://example.org/x>',
      '[https://example.org/x](https://example.org/x)',
    ],
    ['asks for no image', '![x](https://example.org/x.png)', '[x](https://example.org/x.png)'],
    ['loses attributes', '<b onclick="a()">x</b>', '<b>x</b>'],
    ['loses them over lines', '<p\nstyle=x>', '<p>'],
    ['has other tags as text', '<style>a{}</style>', '<\u200Bstyle>a{}<\u200B/style>'],
    ['has images as text', '<img src=x onerror="a()">', '<\u200Bimg src=x onerror="a()">'],
    ['has no tag that is not whole', '<div><b src=x ', '<\u200Bdiv><\u200Bb src=x '],
    ['has no tag within another', '<b <img src=x>', '<\u200Bb <\u200Bimg src=x>'],
    ['has no comments', '<!-- x -->', '<\u200B!-- x -->'],
    ['compares', 'a < b and c > d', 'a < b and c > d'],
    ['has tables without alignment', '|a|b|\n|:--|--:|\n|1|2|', '|a|b|\n|---|---|\n|1|2|'],
  ])('%s', (_, given, expected) => {
    expect(makeSafe(given)).toBe(expected);
  });

  it('is cut where it is longer than anybody reads', () => {
    expect(makeSafe('a'.repeat(50_000))).toHaveLength(20_001);
  });
});
