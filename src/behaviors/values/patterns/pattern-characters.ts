import type { AST } from '@eslint-community/regexpp';

type OneCharacter = AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass;

/** The characters that a text is made of where a pattern leaves it open. */
const plainCharacters = characters(range('a', 'z'), range('A', 'Z'), range('0', '9'), [0x5f]);
const printable = characters([0x20, 0x7e]);
const known = new WeakMap<AST.Node, readonly number[]>();

/** The code points that one character may be: the plain ones among them where there are any. */
export function choicesOf(element: OneCharacter): readonly number[] {
  const cached = known.get(element);
  if (cached) return cached;
  const choices = findChoices(element);
  known.set(element, choices);
  return choices;
}

function findChoices(element: OneCharacter): readonly number[] {
  const test = testOf(element);
  const plain = plainCharacters.filter(test);
  if (plain.length > 0) return plain;
  const ascii = printable.filter(test);
  if (ascii.length > 0) return ascii;
  const listed = element.type === 'CharacterClass' ? element.elements.flatMap(firstOf) : [];
  const named = listed.filter(test);
  if (named.length > 0) return named;
  // Some script: a few of its characters do.
  const found: number[] = [];
  for (let point = 0; point < 0x20000 && found.length < 40; point += 1) {
    const isHalf = point >= 0xd800 && point <= 0xdfff;
    if (!isHalf && test(point)) found.push(point);
  }
  return found;
}

function firstOf(element: AST.CharacterClass['elements'][number]): readonly number[] {
  if (element.type === 'Character') return [element.value];
  return element.type === 'CharacterClassRange' ? [element.min.value] : [];
}

function testOf(
  element: AST.CharacterClass['elements'][number] | OneCharacter,
): (point: number) => boolean {
  switch (element.type) {
    case 'Character':
      return (point) => element.value === point;
    case 'CharacterClassRange':
      return (point) => element.min.value <= point && point <= element.max.value;
    case 'CharacterClass': {
      const tests = element.elements.map(testOf);
      return (point) => tests.some((test) => test(point)) !== element.negate;
    }
    case 'CharacterSet': {
      const expression = new RegExp(`^${element.raw}$`, 'u');
      return (point) => expression.test(String.fromCodePoint(point));
    }
    // Only patterns with the newer `v` flag have these, and JSON Schema's have not.
    case 'ClassStringDisjunction':
    case 'ExpressionCharacterClass':
      return () => false;
  }
}

function range(first: string, last: string): readonly [number, number] {
  return [first.charCodeAt(0), last.charCodeAt(0)];
}

function characters(...ranges: readonly (readonly [number, number?])[]): readonly number[] {
  return ranges.flatMap(([first, last = first]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
}
