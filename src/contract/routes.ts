/** Path templates compiled into a tree of segments, so that routing costs the path's length. */

export interface Route<T> {
  readonly target: T;
  /** The values of the template's parameters in its order, still percent-encoded. */
  readonly values: readonly string[];
}

export interface Routes<T> {
  match(path: string): Route<T> | undefined;
}

interface Branch<T> {
  readonly fixed: Map<string, Branch<T>>;
  parameter: Branch<T> | undefined;
  target: T | undefined;
}

export function compileRoutes<T>(templates: ReadonlyMap<string, T>): Routes<T> {
  const trunk = createBranch<T>();
  for (const [template, target] of templates) {
    let branch = trunk;
    for (const segment of segmentsOf(template)) branch = growBranch(branch, segment);
    branch.target = target;
  }
  return {
    match(path) {
      const values: string[] = [];
      const target = descend(trunk, segmentsOf(path), 0, values);
      return target === undefined ? undefined : { target, values };
    },
  };
}

/** The names in `{braces}`, in order. */
export function parameterNames(template: string): readonly string[] {
  return segmentsOf(template).flatMap((segment) => {
    const name = parameterName(segment);
    return name === undefined ? [] : [name];
  });
}

/** The name of a segment that is one parameter and nothing else. */
export function parameterName(segment: string): string | undefined {
  return /^\{([^{}]*)\}$/.exec(segment)?.[1];
}

/** Whether a template has a segment with more in it than one parameter or a fixed text. */
export function hasMixedSegment(template: string): boolean {
  return segmentsOf(template).some(
    (segment) => /[{}]/.test(segment) && parameterName(segment) === undefined,
  );
}

export function segmentsOf(path: string): readonly string[] {
  return path.split('/').slice(1);
}

function createBranch<T>(): Branch<T> {
  return { fixed: new Map(), parameter: undefined, target: undefined };
}

function growBranch<T>(branch: Branch<T>, segment: string): Branch<T> {
  if (parameterName(segment) !== undefined) return (branch.parameter ??= createBranch());
  const known = branch.fixed.get(segment);
  if (known) return known;
  const grown = createBranch<T>();
  branch.fixed.set(segment, grown);
  return grown;
}

/** What is written out wins over a parameter, and a dead end is left again. */
function descend<T>(
  branch: Branch<T>,
  segments: readonly string[],
  depth: number,
  values: string[],
): T | undefined {
  const segment = segments[depth];
  if (segment === undefined) return branch.target;
  const fixed = branch.fixed.get(segment);
  const found = fixed && descend(fixed, segments, depth + 1, values);
  // A parameter is never empty: `//` names nothing.
  if (found !== undefined || branch.parameter === undefined || segment === '') return found;
  values.push(segment);
  const below = descend(branch.parameter, segments, depth + 1, values);
  if (below === undefined) values.pop();
  return below;
}
