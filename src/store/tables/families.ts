import type { Tables } from './tables.ts';
import { alignParents } from '../parents.ts';
import type { Parents, Shape } from '../record.ts';

/** Every chain of parents that there are and that records of a collection may stand under. */
export function listFamilies(
  shape: Shape,
  shapes: readonly Shape[],
  tables: Pick<Tables, 'get'>,
): readonly Parents[] {
  const shapeOf = (name: string | undefined): Shape | undefined =>
    shapes.find((other) => other.name === name);
  const isAbove = (index: number): boolean => {
    const { collection } = shape.parents[index] ?? {};
    const below = shape.parents.slice(index + 1).map((parent) => shapeOf(parent.collection));
    return below.some((other) => other?.parents.some((parent) => parent.collection === collection));
  };
  const families = shape.parents.flatMap(({ collection }, index): readonly Parents[] => {
    const parent = shapeOf(collection);
    // Whoever stands above another parent comes with it.
    if (!parent || collection === undefined || isAbove(index)) return [];
    const above = { parents: shape.parents.slice(0, index) };
    return (tables.get(collection)?.items() ?? []).map(({ key, parents }) => {
      const chain = [...alignParents(parent, parents, above), key];
      return shape.parents.map((_, at) => chain[at]);
    });
  });
  const whole = families.filter((family) =>
    shape.parents.every(({ isOptional }, index) => isOptional || family[index] !== undefined),
  );
  const needsNone = shape.parents.every(({ isOptional }) => isOptional);
  return whole.length === 0 && needsNone ? [shape.parents.map(() => undefined)] : whole;
}
