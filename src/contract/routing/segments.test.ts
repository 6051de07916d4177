import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { decodeText, matchPieces, readSegment } from './segments.ts';
import { parseTemplate } from './templates.ts';

function matched(template: string, raw: string, isLoose = false): readonly string[] | undefined {
  const [pieces = []] = parseTemplate(`/${template}`).segments;
  return matchPieces(pieces, readSegment(raw), isLoose);
}

describe('a segment', () => {
  it.each<[string, string]>([
    ['a', 'a'],
    ['', ''],
    ['a%20b', 'a b'],
    ['caf%C3%A9', 'café'],
    ['caf%c3%a9', 'café'],
    ['café', 'café'],
    ['%F0%9F%98%80', '😀'],
    // Once.
    ['%2541', '%41'],
    ['%2F', '/'],
    ['%00', '\0'],
    ['%EF%BF%BD', '\uFFFD'],
    // What is no character stays as it is.
    ['%', '%'],
    ['%z', '%z'],
    ['%zz', '%zz'],
    ['%4', '%4'],
    ['a%C3', 'a%C3'],
    ['%C3%28', '%C3('],
    ['%A9%C3%A9', '%A9é'],
    ['%ED%A0%80', '%ED%A0%80'],
    ['%C0%AF', '%C0%AF'],
    ['%FF', '%FF'],
    ['\\', '\\'],
  ])('%j reads %j', (raw, text) => {
    expect(decodeText(raw)).toBe(text);
  });

  it('reads what encodeURIComponent wrote', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decodeText(encodeURIComponent(text))).toBe(text);
      }),
    );
  });

  it('reads anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { text: read, guarded, offsets } = readSegment(text);
        expect(guarded).toHaveLength(read.length);
        expect(offsets?.length ?? read.length).toBe(read.length);
      }),
    );
  });
});

describe('matchPieces', () => {
  it.each<[string, string, readonly string[] | undefined]>([
    ['{id}.{ext}', 'a.b.c', ['a.b', '.', 'c']],
    ['{id}.{ext}', 'a.b', ['a', '.', 'b']],
    ['{id}.{ext}', '.b', undefined],
    ['{id}.{ext}', 'a.', undefined],
    ['{id}.{ext}', '...', ['.', '.', '.']],
    ['{id}.{ext}', 'ab', undefined],
    ['{id}:cancel', 'x:y:cancel', ['x:y', ':cancel']],
    ['{id}:cancel', ':cancel', undefined],
    ['{id}:cancel', 'x:cancel:cancel', ['x:cancel', ':cancel']],
    ['{id}:cancel', 'x:cancelled', undefined],
    ['v{version}', 'v1', ['v', '1']],
    ['v{version}', 'v', undefined],
    ['v{version}', 'w1', undefined],
    ['v{version}', 'vv', ['v', 'v']],
    ["items('{key}')", "items('a')", ["items('", 'a', "')"]],
    ["items('{key}')", "items('')", undefined],
    ['{a}{b}', 'xyz', ['xy', 'z']],
    ['{a}{b}', 'x', undefined],
    ['{a}-{b}{c}-d', '1-2-345-d', ['1-2', '-', '34', '5', '-d']],
    ['a{b}a', 'aa', undefined],
    ['a{b}a', 'aba', ['a', 'b', 'a']],
    ['{a}aa{b}', 'xaaay', ['xa', 'aa', 'y']],
    // Values keep their escapes, and texts are found behind theirs.
    ['{id}.{ext}', 'a%2Eb', ['a', '%2E', 'b']],
    ['{id} x', 'a%20b%20x', ['a%20b', '%20x']],
    ['{id}é{b}', '%C3%A9%C3%A9%C3%A9', ['%C3%A9', '%C3%A9', '%C3%A9']],
    ['{id}-{b}', '%zz-%', ['%zz', '-', '%']],
    // A delimiter that is escaped is data.
    ['{from}:{to}', 'a%3Ab:c%3Ad', ['a%3Ab', ':', 'c%3Ad']],
    ['{id}:cancel', 'x%3Acancel', undefined],
  ])('%s on %j is %j', (template, raw, texts) => {
    expect(matched(template, raw)).toEqual(texts);
  });

  it.each<[string, string, readonly string[] | undefined]>([
    ['{id}:cancel', 'x%3Acancel', ['x', '%3Acancel']],
    ['items({key})', 'items%28a%29', ['items%28', 'a', '%29']],
    ['{id}:cancel', 'x%253Acancel', undefined],
  ])('%s on %j is %j at the second guess', (template, raw, texts) => {
    expect(matched(template, raw, true)).toEqual(texts);
  });

  it('finds what a regular expression finds, and leaves nothing out', () => {
    const piece = fc.constantFrom('{x}', 'a', 'ab', '-', '.');
    const template = fc.array(piece, { minLength: 2, maxLength: 6 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '-', '.'), maxLength: 12 });
    fc.assert(
      fc.property(template, text, (pieces, raw) => {
        // Names must differ; what they are does not matter.
        const whole = pieces.map((one, index) => (one === '{x}' ? `{x${index}}` : one)).join('');
        const source = whole
          .replaceAll('.', String.raw`\.`)
          .replaceAll(/\{x\d+\}|(?:(?!\{x\d).)+/g, (part) =>
            part.startsWith('{') ? '(.+)' : `(${part})`,
          );
        const expected = new RegExp(`^${source}$`).exec(raw)?.slice(1);
        expect(matched(whole, raw)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('gives up on long segments that nearly match without trying every way', () => {
    const hostile = `${'a-'.repeat(50_000)}!`;
    expect(matched('{a}-{b}-{c}-{d}-{e}-{f}-x', hostile)).toBeUndefined();
    expect(matched('{a}-a{b}-a{c}-a{d}-{e}', hostile)).toHaveLength(9);
  });
});
