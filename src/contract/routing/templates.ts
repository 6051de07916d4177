import type { SegmentPiece } from './segments.ts';
import { decodeText } from './segments.ts';

/** A parsed path template. */
export interface Template {
  readonly segments: readonly (readonly SegmentPiece[])[];
  /** Its parameters, in order. */
  readonly captures: readonly Capture[];
  /** What its `?` or `#` part requires of the rest of the request. */
  readonly conditions: readonly PathCondition[];
  /** What is wrong with it. The template can still match. */
  readonly faults: readonly string[];
}

/** A parameter, and the pieces of its value. The slash in front of a segment is a piece, too. */
export interface Capture {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface PathCondition {
  readonly name: string;
  /** Undefined if the name alone is enough. */
  readonly value: string | undefined;
  /** Whether it stands after a `#`. Clients never send fragments, so a header may meet it, too. */
  readonly isFragment: boolean;
}

/**
 * Parses `/{id}.{ext}`, `/{+rest}`, `/{name=orders/*}` and similar templates. A brace without its
 * counterpart is text, so that every template can match.
 */
export function parseTemplate(template: string): Template {
  const known = parsed.get(template);
  if (known) return known;
  if (parsed.size >= mostParsed) parsed.clear();
  const made = readTemplate(template);
  parsed.set(template, made);
  return made;
}

/** A cache: compiling a contract parses each of its paths several times. */
const parsed = new Map<string, Template>();
const mostParsed = 10_000;

function readTemplate(template: string): Template {
  const mark = startOfConditions(template);
  const path = template.slice(0, mark);
  const builder = createBuilder();
  const faults = new Set<string>();
  for (const [token] of path.matchAll(/\{[^{}]*\}|[^{}]+|[{}]/g)) {
    if (token.length > 1 && token.startsWith('{')) addExpression(builder, token.slice(1, -1));
    else builder.addText(token);
    if (token === '{' || token === '}') faults.add('has a brace without its counterpart');
    if (/^\{[+*\s]*(=.*)?\}$/.test(token)) faults.add('has a parameter without a name');
  }
  const { segments, captures } = builder.finish();
  const names = captures.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) faults.add(`has the parameter "${repeated}" twice`);
  return {
    segments,
    captures,
    conditions: readConditions(template.slice(mark)),
    faults: [...faults],
  };
}

/** The names of the parameters, in order. */
export function parameterNames(template: string): readonly string[] {
  return parseTemplate(template).captures.map(({ name }) => name);
}

/** The parameter's name, if the segment is one plain parameter and nothing else. */
export function parameterName(segment: string): string | undefined {
  return /^\{([^{}+*=?&][^{}+*=]*)\}$/.exec(segment)?.[1];
}

export function segmentsOf(path: string): readonly string[] {
  return path.split('/').slice(1);
}

/** The same key for templates that match the same requests, whatever their parameter names. */
export function templateKeyOf({ segments, conditions }: Template): string {
  const path = segments.map((pieces) => `/${pieces.map(describePiece).join('')}`).join('');
  const asked = conditions.map(({ name, value }) => `${name}=${value ?? ''}`).toSorted();
  return [path, ...asked].join('\n');
}

function describePiece(piece: SegmentPiece): string {
  if (piece.kind === 'text') return JSON.stringify(piece.text);
  return piece.kind === 'deep' ? '{+}' : '{}';
}

interface Builder {
  addText(text: string): void;
  addWild(kind: 'wild' | 'deep'): void;
  /** The pieces that `add` adds are the value of the parameter. */
  capture(name: string, add: () => void): void;
  finish(): Pick<Template, 'segments' | 'captures'>;
}

function createBuilder(): Builder {
  // The text in front of the first slash belongs to no segment.
  const segments: SegmentPiece[][] = [[]];
  const captures: Capture[] = [];
  const count = (): number =>
    segments.reduce((sum, pieces, index) => sum + pieces.length + (index === 0 ? 0 : 1), 0);
  return {
    addText(text) {
      for (const [index, part] of text.split('/').entries()) {
        if (index > 0) segments.push([]);
        if (part !== '') segments.at(-1)?.push({ kind: 'text', text: decodeText(part) });
      }
    },
    addWild(kind) {
      segments.at(-1)?.push({ kind });
    },
    capture(name, add) {
      const from = count();
      add();
      if (name !== '') captures.push({ name, from, to: count() });
    },
    finish: () => ({ segments: segments.slice(1).map(tameDeep), captures }),
  };
}

/**
 * A parameter can take several segments only if it is the only one of its segment. With two, their
 * values would be ambiguous.
 */
function tameDeep(pieces: readonly SegmentPiece[]): readonly SegmentPiece[] {
  const wild = pieces.filter(({ kind }) => kind !== 'text');
  return wild.length < 2
    ? pieces
    : pieces.map((piece) => (piece.kind === 'deep' ? { kind: 'wild' } : piece));
}

/**
 * Adds an expression in braces: a name, perhaps with signs for a value of several segments, or with
 * a pattern such as `name=orders/*`.
 */
function addExpression(builder: Builder, expression: string): void {
  // This form of RFC 6570 adds to the query, not to the path.
  if (/^[?&]/.test(expression)) return;
  const equals = expression.indexOf('=');
  const whole = equals === -1 ? expression : expression.slice(0, equals);
  const name = whole.replace(/^\+/, '').replace(/[+*]$/, '');
  const shape = equals === -1 ? plainShape(whole === name) : expression.slice(equals + 1);
  builder.capture(name, () => {
    for (const [part] of shape.matchAll(/\*\*|\*|[^*]+/g)) {
      if (part === '**') builder.addWild('deep');
      else if (part === '*') builder.addWild('wild');
      else builder.addText(part);
    }
  });
}

function plainShape(isPlain: boolean): string {
  return isPlain ? '*' : '**';
}

/** The part of a template that paths are matched with. */
export function withoutConditions(template: string): string {
  return template.slice(0, startOfConditions(template));
}

/** Where the part behind `?` or `#` begins. In braces these characters do not begin it. */
function startOfConditions(template: string): number {
  const masked = template.replaceAll(/\{[^{}]*\}/g, (braces) => ' '.repeat(braces.length));
  const mark = masked.search(/[?#]/);
  return mark === -1 ? template.length : mark;
}

function readConditions(part: string): readonly PathCondition[] {
  const sections = part.match(/[?#][^?#]*/g) ?? [];
  return sections.flatMap((section) =>
    section
      .slice(1)
      .split('&')
      .flatMap((pair): PathCondition[] => {
        const [[name, value] = ['', '']] = new URLSearchParams(pair);
        // `?q={q}` only says that there is such a parameter.
        if (name === '' || /^\{.*\}$/.test(value)) return [];
        const isFragment = section.startsWith('#');
        return [{ name, value: pair.includes('=') ? value : undefined, isFragment }];
      }),
  );
}
