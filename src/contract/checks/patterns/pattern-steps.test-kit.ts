import type { AST } from '@eslint-community/regexpp';

/** Counts how often an engine that backtracks looks at a character or takes another way. */
export interface Tally {
  readonly matches: boolean;
  readonly steps: number;
}

interface Walk {
  readonly text: readonly string[];
  steps: number;
}

type Then = (at: number) => boolean;

/** So many are enough to see that a pattern runs away. */
const mostSteps = 200_000;

/** Tries a pattern as the language says that it is tried, without any of the tricks that engines know. */
export function tallySteps({ alternatives }: AST.Pattern, text: string): Tally {
  const walk: Walk = { text: Array.from(text), steps: 0 };
  for (let start = 0; start <= walk.text.length; start += 1) {
    if (tryAlternatives(walk, alternatives, start, () => true))
      return { matches: true, steps: walk.steps };
  }
  return { matches: false, steps: walk.steps };
}

function tryAlternatives(
  walk: Walk,
  alternatives: readonly AST.Alternative[],
  at: number,
  then: Then,
): boolean {
  return alternatives.some(({ elements }) => tryElements(walk, elements, at, then));
}

function tryElements(
  walk: Walk,
  [first, ...rest]: readonly AST.Element[],
  at: number,
  then: Then,
): boolean {
  if (!first) return then(at);
  return tryElement(walk, first, at, (next) => tryElements(walk, rest, next, then));
}

function tryElement(walk: Walk, element: AST.Element, at: number, then: Then): boolean {
  walk.steps += 1;
  if (walk.steps > mostSteps) throw new RangeError('it runs away');
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return tryAlternatives(walk, element.alternatives, at, then);
    case 'Quantifier':
      return tryRounds(walk, { element, at, done: 0, onward: then });
    case 'Assertion':
      return (element.kind === 'start' ? at === 0 : at === walk.text.length) && then(at);
    case 'Backreference':
    case 'ExpressionCharacterClass':
      throw new Error(`no steps are told of ${element.raw}`);
    case 'Character':
    case 'CharacterClass':
    case 'CharacterSet': {
      const character = walk.text[at];
      return (
        character !== undefined &&
        new RegExp(`^${element.raw}$`, 'u').test(character) &&
        then(at + 1)
      );
    }
  }
}

interface Round {
  readonly element: AST.Quantifier;
  readonly at: number;
  readonly done: number;
  readonly onward: Then;
}

function tryRounds(walk: Walk, { element, at, done, onward }: Round): boolean {
  const { min, max, greedy } = element;
  const again = (): boolean =>
    done < max &&
    tryElement(
      walk,
      element.element,
      at,
      (next) =>
        // A round that takes nothing, though it needn't be, is none.
        (next > at || done < min) && tryRounds(walk, { element, at: next, done: done + 1, onward }),
    );
  if (done < min) return again();
  return greedy ? again() || onward(at) : onward(at) || again();
}
