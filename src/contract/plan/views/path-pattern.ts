import { parseTemplate } from '../../routing/templates.ts';

/** A path, step by step. */
export interface PathPattern {
  readonly steps: readonly PathStep[];
  /** What its parameters name, outermost first. */
  readonly references: readonly ParentReference[];
  readonly pattern: string;
  /** What follows a colon at the end, as in `/orders/{id}:cancel`. */
  readonly verb: string | undefined;
}

export type PathStep =
  | { readonly kind: 'text'; readonly text: string; readonly written: string }
  /** `written` is what stands in front of the parameter, and behind it. */
  | {
      readonly kind: 'parameter';
      readonly name: string;
      readonly written: readonly [string, string];
    };

/** What a parameter in front of others names. */
export interface ParentReference {
  readonly parameter: string;
  /** The pattern of the path up to it. */
  readonly pattern: string;
}

/** Reads a path; what has more in a segment than one parameter can't be told to name a record. */
export function readPathPattern(path: string): PathPattern | undefined {
  const { conditions, captures } = parseTemplate(path);
  if (conditions.length > 0) return undefined;
  const segments = path.split('/').slice(1);
  // A slash at the end tells nothing of what the path names.
  const given = segments.at(-1) === '' ? segments.slice(0, -1) : segments;
  const steps: PathStep[] = [];
  let verb: string | undefined;
  for (const [index, segment] of given.entries()) {
    const isLast = index === given.length - 1;
    const read = readSegment(segment, isLast);
    if (!read) return undefined;
    steps.push(read.step);
    verb = read.verb;
  }
  const named = steps.filter(({ kind }) => kind === 'parameter').length;
  if (named !== captures.length) return undefined;
  return { steps, references: referencesIn(steps), pattern: patternOf(steps), verb };
}

/** The same for all paths that name the same thing, whatever their parameters are called. */
export function patternOf(steps: readonly PathStep[]): string {
  return steps.map((step) => (step.kind === 'text' ? `/${step.text}` : '/{}')).join('');
}

/** What the parameters among some steps name, outermost first. */
export function referencesIn(steps: readonly PathStep[]): readonly ParentReference[] {
  let pattern = '';
  return steps.flatMap((step) => {
    pattern += step.kind === 'text' ? `/${step.text}` : '/{}';
    return step.kind === 'parameter' ? [{ parameter: step.name, pattern }] : [];
  });
}

/** Whether a text can be what the records behind it are called; a version can't. */
export function isNoun(text: string): boolean {
  return !/^(v?\d[\d._-]*((alpha|beta|rc)\d*)?|api|rest)$/i.test(text);
}

interface SegmentReading {
  readonly step: PathStep;
  readonly verb: string | undefined;
}

function readSegment(segment: string, isLast: boolean): SegmentReading | undefined {
  if (segment === '') return undefined;
  const verb = isLast ? /(?<=.):([a-z][\w-]*)$/i.exec(segment)?.[1] : undefined;
  const whole = verb === undefined ? segment : segment.slice(0, -verb.length - 1);
  const ending = isLast ? (/\.(json|xml|ya?ml|csv|html)$/i.exec(whole)?.[0] ?? '') : '';
  const body = whole.slice(0, whole.length - ending.length);
  const name = /^\{([^{}+*=?&/][^{}+*=/]*)\}$/.exec(body)?.[1];
  if (name !== undefined) {
    return { step: { kind: 'parameter', name, written: ['', ending] }, verb };
  }
  if (/[{}]/.test(whole) || body === '') return undefined;
  return { step: { kind: 'text', text: body, written: whole }, verb };
}
