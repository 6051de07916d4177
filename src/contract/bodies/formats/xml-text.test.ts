import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { XmlElement } from './xml-text.ts';
import { isXml, parseXml, xmlElement, xmlText } from './xml-text.ts';

describe('parseXml', () => {
  it('gives elements, attributes, texts and CDATA in their order', () => {
    const text =
      '<?xml version="1.0"?><!-- c --><a b="1 &lt; 2" x:c=\'"\'> t <b/><!-- d --><![CDATA[<&amp;]]>&#65;&#x42;</a>\n';
    expect(parseXml(text)).toEqual({
      name: 'a',
      attributes: [
        ['b', '1 < 2'],
        ['x:c', '"'],
      ],
      children: [' t ', { name: 'b', attributes: [], children: [] }, '<&amp;', 'AB'],
    });
  });

  it('takes names of JavaScript for names', () => {
    const text = '<a __proto__="1"><__proto__/><constructor/><hasOwnProperty/></a>';
    const { attributes, children } = parseXml(text);
    expect(attributes).toEqual([['__proto__', '1']]);
    expect(children.map((child) => typeof child !== 'string' && child.name)).toEqual([
      '__proto__',
      'constructor',
      'hasOwnProperty',
    ]);
  });

  it.each<[string, string, RegExp]>([
    ['nothing', '', /must contain a root element/],
    ['no markup', 'text', /text data outside of root node \(line 1, column \d\)/],
    ['an element without end', '<a>', /unclosed tag: a/],
    ['the wrong end', '<a></b>', /unexpected close tag/],
    ['two roots', '<a/><b/>', /only one root/],
    ['an attribute without quotes', '<a b=c/>', /unquoted attribute value/],
    ['an attribute twice', '<a b="1" b="2"/>', /duplicate attribute: b/],
    ['a DOCTYPE', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', /DOCTYPE/],
    ['a DOCTYPE in small letters', '<!doctype a><a/>', /incorrect syntax/],
    ['a DOCTYPE after a comment', '<!-- <a/> --><!DOCTYPE a><a/>', /DOCTYPE/],
    ['a DOCTYPE in the middle', '<a><!DOCTYPE a></a>', /doctype/],
    ['an entity of HTML', '<a>&nbsp;</a>', /"&nbsp;" is no entity/],
    ['an entity of nobody in an attribute', '<a b="&x;"/>', /"&x;" is no entity/],
    ['the number of no character', '<a>&#0;</a>', /"&#0;" is no entity/],
    ['the number of half a character', '<a>&#xd800;</a>', /"&#xd800;" is no entity/],
    ['a number beyond all', '<a>&#x7fffff;</a>', /is no entity/],
    ['too many elements', `<a>${'<b/>'.repeat(10_000)}</a>`, /^10,000 elements/],
    ['too many attributes', `<a>${'<b c="" d=""/>'.repeat(3_500)}</a>`, /^10,000 elements/],
    ['too many comments', `<a>${'<!---->'.repeat(10_000)}</a>`, /^10,000 elements/],
    ['too deep', '<a>'.repeat(300) + '</a>'.repeat(300), /more than 200 deep/],
    ['far too deep', '<a>'.repeat(140_000) + '</a>'.repeat(140_000), /more than 200 deep/],
    ['a comment without end', '<a><!-- </a>', /./],
    ['CDATA without end', '<a><![CDATA[ </a>', /./],
  ])('refuses %s', (_, text, message) => {
    expect(() => parseXml(text)).toThrow(SyntaxError);
    expect(() => parseXml(text)).toThrow(message);
  });

  it('takes a DOCTYPE in CDATA or a comment for text', () => {
    expect(parseXml('<a><!-- <!DOCTYPE b> --><![CDATA[<!DOCTYPE b>]]></a>').children).toEqual([
      '<!DOCTYPE b>',
    ]);
  });

  it.each([
    '<a',
    '<',
    '<!--',
    '<![CDATA[',
    '<a b="',
    '&',
    '<?',
    '</',
    '<a><![CDATA[',
    '&amp;',
    '<x/>',
  ])('comes to an end with a megabyte of %s', (piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    expect(() => parseXml(text)).toThrow(SyntaxError);
  });

  it('fails with nothing but a SyntaxError', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      'a',
      ' ',
      '="',
      '"',
      '&',
      'amp;',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '<?',
      '?>',
      '!',
      '#',
      ':',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          parseXml(pieces.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('isXml', () => {
  it.each<[string, boolean]>([
    ['<a/>', true],
    ['<?xml version="1.0"?>\n<a>b</a>\n', true],
    ['\n<a/>', true],
    // Nothing may stand in front of the declaration, not even a space.
    [' <?xml version="1.0"?><a/>', false],
    ['a', false],
    ['<a', false],
    ['', false],
  ])('%j: %s', (text, verdict) => {
    expect(isXml(text)).toBe(verdict);
  });
});

function write({ name, attributes, children }: XmlElement): string {
  const inside = children.map((child) =>
    typeof child === 'string' ? xmlText(child) : write(child),
  );
  return xmlElement(name, attributes, inside.join(''));
}

const buildXml = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${write(root)}`;

describe('what is written', () => {
  it('is read as what was written', () => {
    const name = fc.stringMatching(/^[a-zA-Z_][a-z0-9_.-]{0,5}$/);
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    const attributes = fc
      .uniqueArray(fc.tuple(name, text), { selector: ([key]) => key, maxLength: 3 })
      .map((list) => list.map(([key, value]): [string, string] => [key, value]));
    const { element } = fc.letrec<{ element: XmlElement }>((tie) => ({
      element: fc.record({
        name,
        attributes,
        children: fc.oneof(
          { maxDepth: 3 },
          text.map((only) => [only]),
          fc.array(tie('element'), { maxLength: 3 }),
        ),
      }),
    }));
    fc.assert(
      fc.property(element, (root) => {
        expect(parseXml(buildXml(root))).toEqual(root);
      }),
    );
  });

  it('replaces what XML can not say', () => {
    const written = buildXml({ name: 'a', attributes: [], children: ['\0\u000b\ud800\uffff|\t'] });
    expect(parseXml(written).children).toEqual(['\ufffd\ufffd\ufffd\ufffd|\t']);
  });
});
