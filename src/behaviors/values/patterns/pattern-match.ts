import type { Match } from '../schemas/facts.ts';
import { readPattern } from './pattern-reading.ts';

/** Whoever can try a pattern without the risk of running away. */
export interface PatternPort {
  pattern?(source: string): { test(text: string): boolean };
}

/** No text is tried here that is longer, lest a pattern run away with it. */
const longest = 200;

/** By the contract's own way of trying patterns; without one, only where it can't take for ever. */
export function createMatch(port: PatternPort): Match {
  const known = new Map<string, (text: string) => boolean | undefined>();
  return (pattern, text) => {
    let test = known.get(pattern);
    if (!test) {
      if (known.size > 5000) known.clear();
      known.set(pattern, (test = compile(pattern, port)));
    }
    return test(text);
  };
}

function compile(pattern: string, port: PatternPort): (text: string) => boolean | undefined {
  try {
    const tested = port.pattern?.(pattern);
    if (tested) return (text) => tested.test(text);
    if (readPattern(pattern)?.isRisky) return () => undefined;
    const expression = new RegExp(pattern, 'u');
    return (text) => (text.length < longest ? expression.test(text) : undefined);
  } catch {
    // It is no pattern that the validator could hold a text against, either.
    return () => undefined;
  }
}
