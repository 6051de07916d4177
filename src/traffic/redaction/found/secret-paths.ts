import { isSecretName, mask } from './secret-names.ts';
import { decodeText } from './text-secrets.ts';

/** Finds the values of secret parameters in a path, also in a path that no template matches. */
export interface SecretPaths {
  /** `start` is where the contract's own path begins. Undefined where there are no secrets. */
  find(path: string, start: number): FoundInPath | undefined;
  /** Whether no path parameter of an operation is a secret: then paths that match it hold none. */
  isPlain(operation: string | undefined): boolean;
}

/** What the address of an operation depends on. */
export interface PathOperation {
  readonly id: string;
  readonly path: string;
  /** The paths of its servers: the operation is served below each of them, and without them. */
  readonly bases: readonly string[];
}

export interface FoundInPath {
  /** The path with its secrets hidden. */
  readonly shown: string;
  /** The secrets, as sent and decoded. */
  readonly values: readonly string[];
}

/** A segment of a template. Its texts are decoded and in lower case. */
interface TemplateStep {
  /** The text before the first parameter; the whole segment where it has no parameter. */
  readonly front: string;
  /** The texts between the parameters; undefined where the segment has no parameter. */
  readonly between: readonly string[] | undefined;
  readonly back: string;
  readonly isSecret: boolean;
  /** Whether the value can contain slashes. */
  readonly isDeep: boolean;
}

type SecretTemplate = readonly TemplateStep[];

/** The place of a secret parameter in a template. */
interface SecretPlace {
  readonly template: SecretTemplate;
  readonly step: TemplateStep;
  readonly at: number;
  /** Whether a fixed text up to the secret tells where in a path the template begins. */
  readonly hasText: boolean;
  /** What other templates have at this place: fixed texts, and parameters that are no secrets. */
  readonly fixed: ReadonlySet<string>;
  readonly open: readonly SecretTemplate[];
}

/**
 * A text is a secret where it follows what a template has before its secret parameter, whatever
 * comes after it: so a mistyped path hides it, too. It is no secret where another template has
 * exactly this text, or where this template does not match the whole path, and another one with a
 * harmless parameter there does.
 */
export function compileSecretPaths(
  operations: Iterable<PathOperation>,
  declared: ReadonlySet<string>,
): SecretPaths {
  const plain = new Set<string>();
  const texts = new Map<string, SecretTemplate>();
  for (const { id, path, bases } of operations) {
    for (const base of ['', ...bases]) texts.set(base + path, readTemplate(base + path, declared));
    if (!texts.get(path)?.some(({ isSecret }) => isSecret)) plain.add(id);
  }
  const all = [...texts.values()];
  const places = all.flatMap((template) => findPlaces(template, all));
  return {
    isPlain: (operation) => operation !== undefined && plain.has(operation),
    find(path, start) {
      if (places.length === 0) return undefined;
      const segments = path.split('/');
      const hidden: Hidden = new Map();
      for (const sent of readPath(segments, path.slice(0, start))) {
        for (const place of places) addHidden(place, sent, hidden);
      }
      return hidden.size === 0 ? undefined : hideSegments(segments, hidden);
    },
  };
}

function findPlaces(
  template: SecretTemplate,
  all: readonly SecretTemplate[],
): readonly SecretPlace[] {
  return template.flatMap((step, at) => {
    if (!step.isSecret) return [];
    const front = template.slice(0, at);
    const beside = all.filter((other) => front.every((one, index) => isAlike(one, other[index])));
    const steps = beside.flatMap((other) => other[at] ?? []);
    return {
      template,
      step,
      at,
      hasText: step.front !== '' || front.some((one) => one.front !== ''),
      fixed: new Set(steps.flatMap((one) => (one.between ? [] : [one.front]))),
      open: beside.filter((other) => other[at]?.between && !other[at].isSecret),
    };
  });
}

function isAlike(one: TemplateStep, other: TemplateStep | undefined): boolean {
  return one.front === other?.front && one.back === other.back && !one.between === !other.between;
}

/** A path, split into texts. */
interface Sent {
  /** Decoded, in lower case, without empty texts. */
  readonly texts: readonly string[];
  /** For each text, the index of the segment that it is, or is a part of. */
  readonly owners: readonly number[];
  /** The index of the first text of the contract's own path. */
  readonly start: number;
}

/** An escaped slash may be data or a separator, so such a path is read in both ways. */
function readPath(segments: readonly string[], front: string): readonly Sent[] {
  const first = front.split('/').length;
  const decoded = segments.map((segment) => decodeText(segment).toLowerCase());
  const whole = toSent(
    decoded.map((text) => [text]),
    first,
  );
  if (!decoded.some((text) => text.includes('/'))) return [whole];
  const parts = decoded.map((text) => text.split('/'));
  return [whole, toSent(parts, first)];
}

function toSent(parts: readonly (readonly string[])[], first: number): Sent {
  const texts: string[] = [];
  const owners: number[] = [];
  for (const [owner, some] of parts.entries()) {
    for (const text of some) {
      if (text === '') continue;
      texts.push(text);
      owners.push(owner);
    }
  }
  return { texts, owners, start: owners.filter((owner) => owner < first).length };
}

/**
 * By the index of the segment, the template step that matches it. Undefined: the whole segment is
 * hidden, because the step matches only a part of it, or more than it.
 */
type Hidden = Map<number, TemplateStep | undefined>;

function addHidden(place: SecretPlace, { texts, owners, start }: Sent, hidden: Hidden): void {
  const { step, at, hasText } = place;
  const last = texts.length - 1 - at;
  const [from, to] = hasText ? [0, last] : [start, Math.min(start, last)];
  for (let begin = from; begin <= to; begin += 1) {
    if (!isSecretAt(place, texts, begin)) continue;
    const found = begin + at;
    const owner = owners[found] ?? 0;
    if (step.isDeep) {
      // All that follows is hidden, also where another template has a step of its own.
      for (const below of owners.slice(found)) hidden.set(below, undefined);
      return;
    }
    const isAlone = owners[found - 1] !== owner && owners[found + 1] !== owner;
    hidden.set(owner, isAlone ? step : undefined);
  }
}

function isSecretAt(place: SecretPlace, texts: readonly string[], begin: number): boolean {
  const { template, step, at, fixed, open } = place;
  for (let index = 0; index < at; index += 1) {
    if (!fits(template[index], texts[begin + index])) return false;
  }
  const text = texts[begin + at] ?? '';
  // The client may have left out what follows the first parameter.
  if (fixed.has(text) || !fits({ ...step, between: [], back: '' }, text)) return false;
  return matches(template, texts, begin) || !open.some((other) => matches(other, texts, begin));
}

function matches(template: SecretTemplate, texts: readonly string[], begin: number): boolean {
  if (template.length !== texts.length - begin) return false;
  return template.every((step, index) => fits(step, texts[begin + index]));
}

function fits(step: TemplateStep | undefined, text: string | undefined): boolean {
  if (!step || text === undefined) return false;
  const { front, between, back } = step;
  if (!between) return text === front;
  if (!text.startsWith(front) || !text.endsWith(back)) return false;
  // Each parameter has at least one character.
  let at = front.length + 1;
  for (const one of between) {
    const found = text.indexOf(one, at);
    if (found === -1) return false;
    at = found + one.length + 1;
  }
  return at <= text.length - back.length;
}

function hideSegments(segments: readonly string[], hidden: Hidden): FoundInPath {
  const values = new Set<string>();
  const shown = segments.map((segment, index) => {
    if (!hidden.has(index) || segment === '') return segment;
    const { front = '', between = [], back = '' } = hidden.get(index) ?? {};
    const plain = segment.toLowerCase();
    // A fixed text that is percent-encoded does not match here, so it is hidden, too.
    const from = plain.startsWith(front) ? front.length : 0;
    const to = segment.length - (back !== '' && plain.endsWith(back) ? back.length : 0);
    const value = segment.slice(from, to);
    // Only the router knows which parameter takes which part, so each part is a secret.
    const parts = between.reduce<readonly string[]>(
      (some, text) => some.flatMap((one) => (text === '' ? one : one.split(text))),
      [value],
    );
    for (const text of [value, ...parts]) values.add(text).add(decodeText(text));
    return segment.slice(0, from) + mask + segment.slice(to);
  });
  values.delete('');
  return { shown: shown.join('/'), values: [...values] };
}

/**
 * Reads a template as contracts write it: `/a/{id}.{ext}`, `/{+rest}`, `/{name=users/*}`. A query
 * or a fragment is not part of it.
 */
function readTemplate(text: string, declared: ReadonlySet<string>): SecretTemplate {
  const [path = ''] = /^(?:\{[^{}]*\}|[^?#])*/.exec(text.replaceAll(/\{[?&][^{}]*\}/g, '')) ?? [];
  const segments: Parts[] = [createParts()];
  for (const [token] of path.matchAll(/\{[^{}]*\}|[^{}]+|[{}]/g)) {
    if (token.length > 1 && token.startsWith('{')) {
      addParameter(segments, token.slice(1, -1), declared);
    } else addText(segments, token);
  }
  return segments.map(toStep).filter(({ front, between }) => front !== '' || between);
}

/** A segment while the template is being read. */
interface Parts {
  /** The texts around the parameters: one more than there are parameters. */
  readonly texts: string[];
  isSecret: boolean;
  isDeep: boolean;
}

function createParts(): Parts {
  return { texts: [''], isSecret: false, isDeep: false };
}

function addText(segments: Parts[], text: string): void {
  for (const [index, part] of text.split('/').entries()) {
    if (index > 0) segments.push(createParts());
    const texts = segments.at(-1)?.texts;
    texts?.push((texts.pop() ?? '') + decodeText(part).toLowerCase());
  }
}

function addParameter(segments: Parts[], expression: string, declared: ReadonlySet<string>): void {
  const [whole = '', shape] = expression.split('=', 2);
  const name = whole.replace(/^\+/, '').replace(/[+*]$/, '');
  const isSecret = declared.has(name) || isSecretName(name);
  const parameter = { isSecret, isDeep: whole !== name || (isSecret && shape !== undefined) };
  if (shape === undefined || isSecret) return addValue(segments, parameter);
  for (const [part] of shape.matchAll(/\*+|[^*]+/g)) {
    if (part.startsWith('*')) addValue(segments, { isSecret, isDeep: part.length > 1 });
    else addText(segments, part);
  }
  return undefined;
}

function addValue(segments: Parts[], { isSecret, isDeep }: Omit<Parts, 'texts'>): void {
  const last = segments.at(-1);
  if (!last) return;
  last.texts.push('');
  last.isSecret ||= isSecret;
  last.isDeep ||= isDeep;
}

function toStep({ texts, isSecret, isDeep }: Parts): TemplateStep {
  const [front = '', ...others] = texts;
  const back = others.pop();
  return {
    front,
    between: back === undefined ? undefined : others,
    back: back ?? '',
    isSecret,
    isDeep,
  };
}
