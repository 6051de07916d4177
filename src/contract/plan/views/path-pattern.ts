import { parseTemplate } from '../../routing/templates.ts';

/** A path as a list of steps. */
export interface PathPattern {
  readonly steps: readonly PathStep[];
  /** How many parameters in front name no record, but a version. */
  readonly passed: number;
  /** What the path's parameters name, outermost first. */
  readonly references: readonly ParentReference[];
  readonly pattern: string;
  /** The text after a colon at the end: `cancel` in `/orders/{id}:cancel`. */
  readonly verb: string | undefined;
}

export type PathStep =
  | { readonly kind: 'text'; readonly text: string; readonly written: string }
  /** `written` has the text of the segment before the parameter, and the text after it. */
  | {
      readonly kind: 'parameter';
      readonly name: string;
      readonly written: readonly [string, string];
    };

/** A parameter of a path, and the place whose item it names. */
export interface ParentReference {
  readonly parameter: string;
  /** The pattern of the path up to this parameter, included. */
  readonly pattern: string;
}

/** Reads a path; undefined where a segment is more than a text or a parameter. */
export function readPathPattern(path: string): PathPattern | undefined {
  const { conditions, captures } = parseTemplate(path);
  if (conditions.length > 0) return undefined;
  const segments = path.split('/').slice(1);
  // A slash at the end does not change what the path names.
  const given = segments.at(-1) === '' ? segments.slice(0, -1) : segments;
  const steps: PathStep[] = [];
  let verb: string | undefined;
  for (const [index, segment] of given.entries()) {
    const isLast = index === given.length - 1;
    const isInFront = !steps.some((step) => step.kind !== 'text' || isNoun(step.text));
    const version = isLast ? undefined : readVersion(segment, isInFront);
    const read = version ?? readSegment(segment, isLast);
    if (!read) return undefined;
    steps.push(read.step);
    verb = read.verb;
  }
  const named = steps.filter(({ kind }) => kind === 'parameter').length;
  const passed = steps.filter((step) => step.kind === 'text' && step.text.includes('{')).length;
  if (named + passed !== captures.length) return undefined;
  return { steps, passed, references: referencesIn(steps), pattern: patternOf(steps), verb };
}

/** The same text for all paths that differ only in the names of their parameters. */
export function patternOf(steps: readonly PathStep[]): string {
  return steps.map((step) => (step.kind === 'text' ? `/${step.text}` : '/{}')).join('');
}

/** The parameters among some steps, outermost first. */
export function referencesIn(steps: readonly PathStep[]): readonly ParentReference[] {
  let pattern = '';
  return steps.flatMap((step) => {
    pattern += step.kind === 'text' ? `/${step.text}` : '/{}';
    return step.kind === 'parameter' ? [{ parameter: step.name, pattern }] : [];
  });
}

/** Whether a segment can be the name of the records below it; a version, such as `v1`, cannot. */
export function isNoun(text: string): boolean {
  return !text.includes('{') && !/^(v?\d[\d._-]*((alpha|beta|rc)\d*)?|api|rest)$/i.test(text);
}

interface SegmentReading {
  readonly step: PathStep;
  readonly verb: string | undefined;
}

/** `v{version}`, and in front of a path `{apiVersion}`, say as little of records as `v1` does. */
function readVersion(segment: string, isInFront: boolean): SegmentReading | undefined {
  const isVersion =
    /^v\{[\w-]+\}$/i.test(segment) || (isInFront && /^\{[\w-]*version\}$/i.test(segment));
  return isVersion
    ? { step: { kind: 'text', text: segment, written: segment }, verb: undefined }
    : undefined;
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
