import type { AST } from '@eslint-community/regexpp';

/** The lengths of the texts that an element matches. */
export interface Lengths {
  readonly least: number;
  readonly most: number;
}

const none: Lengths = { least: 0, most: 0 };
const one: Lengths = { least: 1, most: 1 };
const known = new WeakMap<AST.Node, Lengths>();

export function lengthsOf(node: AST.Element | AST.Alternative): Lengths {
  const cached = known.get(node);
  if (cached) return cached;
  const lengths = measure(node);
  known.set(node, lengths);
  return lengths;
}

export function lengthsOfAny(alternatives: readonly AST.Alternative[]): Lengths {
  const all = alternatives.map(lengthsOf);
  return {
    least: Math.min(...all.map(({ least }) => least)),
    most: Math.max(...all.map(({ most }) => most)),
  };
}

function measure(node: AST.Element | AST.Alternative): Lengths {
  switch (node.type) {
    case 'Alternative': {
      const all = node.elements.map(lengthsOf);
      return {
        least: all.reduce((sum, { least }) => sum + least, 0),
        most: all.reduce((sum, { most }) => sum + most, 0),
      };
    }
    case 'Group':
    case 'CapturingGroup':
      return lengthsOfAny(node.alternatives);
    case 'Quantifier': {
      const { least, most } = lengthsOf(node.element);
      return {
        least: least * node.min,
        // Infinity times 0 would be NaN.
        most: most === 0 || node.max === 0 ? 0 : most * node.max,
      };
    }
    case 'Backreference': {
      const [group] = [node.resolved].flat();
      return group && !isWithin(node, group) ? lengthsOf(group) : none;
    }
    case 'Assertion':
      return none;
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return one;
  }
}

function isWithin(node: AST.Node, group: AST.CapturingGroup): boolean {
  let above = node.parent;
  while (above) {
    if (above === group) return true;
    above = above.parent;
  }
  return false;
}
