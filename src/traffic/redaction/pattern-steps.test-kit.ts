import type { AST } from '@eslint-community/regexpp';
import { RegExpParser } from '@eslint-community/regexpp';

/** What an engine that backtracks does at one place of a text. */
type Step =
  | { readonly kind: 'one'; fits(this: void, sign: string): boolean }
  | { readonly kind: 'fork'; readonly to: number[] }
  | { readonly kind: 'ahead'; readonly program: Program; readonly negate: boolean }
  | { readonly kind: 'here'; readonly pattern: RegExp }
  | { readonly kind: 'end' };

type Program = Step[];

interface Tally {
  steps: number;
}

type Exec = (this: RegExp, text: string) => RegExpExecArray | null;

const patterns: { exec: Exec } = RegExp.prototype;
const { exec } = patterns;

/**
 * How many steps all patterns take together that some work asks, each tried as the language says that it is tried,
 * without the tricks that engines know. Other than a measured time it is the same on every machine.
 */
export function tallyPatterns(work: () => unknown, most = 10_000_000): number {
  const tally = { steps: 0 };
  const count: Exec = function count(text) {
    // To count takes patterns, too.
    patterns.exec = exec;
    follow(this, text, tally);
    if (tally.steps > most) throw new RangeError(`${this.source} runs away`);
    const found = exec.call(this, text);
    patterns.exec = count;
    return found;
  };
  patterns.exec = count;
  try {
    work();
  } finally {
    patterns.exec = exec;
  }
  return tally.steps;
}

/** Tries a pattern from place to place until it matches. */
function follow(pattern: RegExp, text: string, tally: Tally): void {
  const program = compile(pattern);
  const { source, lastIndex, global, sticky, multiline } = pattern;
  const from = global || sticky ? lastIndex : 0;
  // What has to begin where the text begins is tried there alone.
  const isFixed = sticky || (!multiline && /^\^[^|]*(?:\(|$)/.test(source));
  for (let at = from; at <= text.length; at += 1) {
    if (isMatch(program, text, at, tally) || isFixed) return;
  }
}

function isMatch(program: Program, text: string, from: number, tally: Tally): boolean {
  const ways = [0, from];
  while (ways.length > 0) {
    let at = ways.pop() ?? 0;
    let next = ways.pop() ?? 0;
    for (let isOn = true; isOn;) {
      tally.steps += 1;
      const step = program[next];
      next += 1;
      switch (step?.kind) {
        case 'one':
          isOn = at < text.length && step.fits(text.charAt(at));
          at += 1;
          break;
        case 'fork':
          for (const to of step.to.slice(1).toReversed()) ways.push(to, at);
          next = step.to[0] ?? 0;
          break;
        case 'ahead':
          isOn = isMatch(step.program, text, at, tally) !== step.negate;
          break;
        case 'here':
          step.pattern.lastIndex = at;
          isOn = exec.call(step.pattern, text) !== null;
          break;
        case 'end':
        case undefined:
          return true;
      }
    }
  }
  return false;
}

const known = new Map<string, Program>();

function compile({ source, flags }: RegExp): Program {
  const key = `${flags} ${source}`;
  const program = known.get(key) ?? [];
  if (known.has(key)) return program;
  const { alternatives } = new RegExpParser().parsePattern(source);
  // Only how letters and lines are told apart matters to one character.
  addAlternatives(program, alternatives, flags.replaceAll(/[dgy]/g, ''));
  program.push({ kind: 'end' });
  known.set(key, program);
  return program;
}

function addAlternatives(
  program: Program,
  alternatives: readonly AST.Alternative[],
  flags: string,
): void {
  const to: number[] = [];
  const ends: number[][] = [];
  program.push({ kind: 'fork', to });
  for (const { elements } of alternatives) {
    to.push(program.length);
    for (const element of elements) addElement(program, element, flags);
    const end: number[] = [];
    program.push({ kind: 'fork', to: end });
    ends.push(end);
  }
  for (const end of ends) end.push(program.length);
}

function addElement(program: Program, element: AST.Element, flags: string): void {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return addAlternatives(program, element.alternatives, flags);
    case 'Quantifier':
      return addRounds(program, element, flags);
    case 'Assertion': {
      if (element.kind === 'lookahead') {
        const inner: Program = [];
        addAlternatives(inner, element.alternatives, flags);
        inner.push({ kind: 'end' });
        program.push({ kind: 'ahead', program: inner, negate: element.negate });
      } else {
        // All that look back here look at one character.
        program.push({ kind: 'here', pattern: new RegExp(element.raw, `${flags}y`) });
      }
      return undefined;
    }
    case 'Character':
    case 'CharacterClass':
    case 'CharacterSet': {
      const pattern = new RegExp(`^(?:${element.raw})$`, flags.replace('m', ''));
      const fitting = new Map<string, boolean>();
      program.push({
        kind: 'one',
        fits(sign) {
          const fits = fitting.get(sign) ?? exec.call(pattern, sign) !== null;
          fitting.set(sign, fits);
          return fits;
        },
      });
      return undefined;
    }
    case 'Backreference':
    case 'ExpressionCharacterClass':
      throw new Error(`no steps are told of ${element.raw}`);
  }
}

function addRounds(program: Program, quantifier: AST.Quantifier, flags: string): void {
  const { min, max, greedy, element } = quantifier;
  const fork = (again: number, onward: number): number[] =>
    greedy ? [again, onward] : [onward, again];
  for (let round = 0; round < min; round += 1) addElement(program, element, flags);
  if (max === Infinity) {
    const start = program.length;
    const to: number[] = [];
    program.push({ kind: 'fork', to });
    addElement(program, element, flags);
    program.push({ kind: 'fork', to: [start] });
    to.push(...fork(start + 1, program.length));
    return;
  }
  const forks: (readonly [number, number[]])[] = [];
  for (let round = min; round < max; round += 1) {
    const to: number[] = [];
    program.push({ kind: 'fork', to });
    forks.push([program.length, to]);
    addElement(program, element, flags);
  }
  for (const [again, to] of forks) to.push(...fork(again, program.length));
}
