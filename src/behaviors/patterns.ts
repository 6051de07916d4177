import type { AST } from '@eslint-community/regexpp';
import { RegExpParser } from '@eslint-community/regexpp';

/** Draws numbers from 0 up to, and without, a bound. */
export type Draw = (bound: number) => number;

/** How often something is repeated at the most where a pattern sets no bound. */
const mostRepeats = 6;
/** The characters that a text is made of where a pattern leaves it open. */
const plainCharacters = characters(range('a', 'z'), range('A', 'Z'), range('0', '9'), [0x5f]);

/**
 * A text that a pattern matches, or undefined where it can't be read. What looks around is passed
 * over, so that whoever asks has to see for himself whether the text fits.
 */
export function sampleText(pattern: string, draw: Draw): string | undefined {
  try {
    const { alternatives } = new RegExpParser().parsePattern(pattern, undefined, undefined, {
      unicode: true,
    });
    return sampleAlternatives(alternatives, draw, new Map());
  } catch {
    // It is no pattern in Unicode mode; the contract's own check speaks of that.
    return undefined;
  }
}

type Groups = Map<AST.CapturingGroup, string>;

function sampleAlternatives(
  alternatives: readonly AST.Alternative[],
  draw: Draw,
  groups: Groups,
): string {
  const chosen = alternatives[draw(alternatives.length)];
  return (chosen?.elements ?? []).map((element) => sampleElement(element, draw, groups)).join('');
}

function sampleElement(element: AST.Element, draw: Draw, groups: Groups): string {
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value);
    case 'Group':
      return sampleAlternatives(element.alternatives, draw, groups);
    case 'CapturingGroup': {
      const text = sampleAlternatives(element.alternatives, draw, groups);
      groups.set(element, text);
      return text;
    }
    case 'Quantifier': {
      const most = Math.min(element.max, element.min + mostRepeats);
      const times = element.min + draw(most - element.min + 1);
      const repeats = Array.from({ length: times }, () =>
        sampleElement(element.element, draw, groups),
      );
      return repeats.join('');
    }
    case 'Backreference': {
      const [group] = [element.resolved].flat();
      return (group && groups.get(group)) ?? '';
    }
    case 'CharacterSet':
    case 'CharacterClass': {
      const choices = choicesOf(element);
      return String.fromCodePoint(choices[draw(choices.length)] ?? 0x78);
    }
    // Anchors and what looks around take no room.
    case 'Assertion':
    case 'ExpressionCharacterClass':
      return '';
  }
}

/** The code points that one character may be: the plain ones among them where there are any. */
function choicesOf(element: AST.CharacterSet | AST.CharacterClass): readonly number[] {
  const plain = plainCharacters.filter((point) => isIn(element, point));
  if (plain.length > 0) return plain;
  const ascii = characters([0x20, 0x7e]).filter((point) => isIn(element, point));
  if (ascii.length > 0) return ascii;
  return element.type === 'CharacterClass' ? element.elements.flatMap(firstOf) : [];
}

function firstOf(element: AST.CharacterClass['elements'][number]): readonly number[] {
  if (element.type === 'Character') return [element.value];
  return element.type === 'CharacterClassRange' ? [element.min.value] : [];
}

function isIn(
  element: AST.CharacterClass['elements'][number] | AST.CharacterSet | AST.CharacterClass,
  point: number,
): boolean {
  switch (element.type) {
    case 'Character':
      return element.value === point;
    case 'CharacterClassRange':
      return element.min.value <= point && point <= element.max.value;
    case 'CharacterClass':
      return element.elements.some((part) => isIn(part, point)) !== element.negate;
    case 'CharacterSet':
      return new RegExp(`^${element.raw}$`, 'u').test(String.fromCodePoint(point));
    // Only patterns with the newer `v` flag have these, and JSON Schema's have not.
    case 'ClassStringDisjunction':
    case 'ExpressionCharacterClass':
      return false;
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
