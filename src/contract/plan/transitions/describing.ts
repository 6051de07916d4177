import type { JsonValue } from '../../../base/json.ts';
import type { Assignment, Condition, Transition, ValueSource } from './transition.ts';

/** A transition in one line: `status = open -> status = paid, paid_at = now; else 409`. */
export function describeTransition(transition: Transition): string {
  const { cause, from, set, unset, make, chance, otherwise } = transition;
  const made = make
    ? [`makes one of ${make.collection} (${make.set.map(describeAssignment).join(', ')})`]
    : [];
  const changes = [
    ...set.map(describeAssignment),
    ...unset.map((steps) => `no ${steps.join('.')}`),
    ...made.map((text) => text.replace(' ()', '')),
  ];
  const before = from.map(describeCondition).join(' and ');
  const after = changes.join(', ');
  const change = [before, after === '' ? [] : `-> ${after}`].flat().join(' ').trim();
  const facts = [
    cause.kind === 'after' ? `after ${describeDuration(cause.milliseconds)}` : [],
    cause.kind === 'polls' ? `after ${cause.count} ${cause.count === 1 ? 'read' : 'reads'}` : [],
    change === '' ? [] : change,
    chance === 1 ? [] : `chance ${chance}`,
    otherwise === undefined ? [] : `else ${otherwise}`,
  ];
  return facts.flat().join('; ');
}

/** `status = draft or open`. */
export function describeCondition({ steps, values }: Pick<Condition, 'steps' | 'values'>): string {
  return `${steps.join('.')} = ${values.map(describeValue).join(' or ')}`;
}

function describeAssignment({ steps, value }: Assignment): string {
  return `${steps.join('.')} = ${describeSource(value)}`;
}

function describeSource(source: ValueSource): string {
  switch (source.kind) {
    case 'literal':
      return describeValue(source.value);
    case 'now':
    case 'key':
      return source.kind;
    case 'record':
    case 'body':
      return [source.kind, ...source.steps].join('.');
  }
}

function describeValue(value: JsonValue): string {
  if (value === null) return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const;

function describeDuration(milliseconds: number): string {
  const [unit, size] = units.find(([, one]) => milliseconds % one === 0) ?? ['ms', 1];
  return `${milliseconds / size}${unit}`;
}
