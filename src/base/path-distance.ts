/** How far the segments of a path that was sent are from those of a path template. */

import { singulars } from './names.ts';
import { distanceBetween } from './nearest.ts';

/** The comparison stops here: more segments or characters make no path more likely. */
export const mostSegments = 16;
const mostCharacters = 24;

/** An extra or missing segment is more likely than a quite different one in its place. */
export const costs = {
  excess: 1.2,
  missing: 1.1,
  other: 1.5,
  method: 0.5,
  slash: 0.1,
  parameter: 0.05,
  /** A parameter with text around it, such as `{id}.json`, says more. */
  partly: 0.04,
  /** Only upper and lower case differ. */
  case: 0.02,
  /** One is the plural of the other. */
  plural: 0.1,
  /** Both are versions, such as `v1` and `v2`. */
  version: 0.2,
} as const;

export interface SplitPath {
  readonly segments: readonly string[];
  /** Whether a slash stands at the end. */
  readonly hasSlash: boolean;
}

/** Leaves out all but the first segments of a path that has very many. */
export function splitPath(path: string): SplitPath {
  const hasSlash = path.length > 1 && path.endsWith('/');
  const whole = hasSlash ? path.slice(0, -1) : path;
  const segments = whole.split('/', mostSegments + 1).slice(1);
  return { segments: segments.length === 1 && segments[0] === '' ? [] : segments, hasSlash };
}

/** Parameters of a template's segment stand in braces. */
export function costOfSegment(sent: string, template: string): number {
  if (sent === template) return 0;
  if (template.includes('{')) return costOfParameters(sent, template);
  return compareTexts(cutText(sent), cutText(template));
}

function costOfParameters(sent: string, template: string): number {
  if (!isFilled(sent, template)) return costs.other;
  return template.startsWith('{') && template.endsWith('}') ? costs.parameter : costs.partly;
}

/** Whether the texts around the parameters of a template segment fit the segment sent. */
export function isFilled(sent: string, template: string): boolean {
  const start = template.indexOf('{');
  if (start === -1) return false;
  const around = [template.slice(0, start), template.slice(template.lastIndexOf('}') + 1)];
  const [before = '', after = ''] = around;
  return (
    sent.length > before.length + after.length && sent.startsWith(before) && sent.endsWith(after)
  );
}

function cutText(text: string): string {
  return text.slice(0, mostCharacters).toLowerCase();
}

const version = /^v?\d+(?:\.\d+)*$/;

/** At most 0.5 for a likely typing error; any other text costs as much as a different segment. */
function compareTexts(one: string, other: string): number {
  if (one === other) return costs.case;
  const longest = Math.max(one.length, other.length, 1);
  if (Math.abs(one.length - other.length) > longest / 2) return costs.other;
  const share = (isSwapped(one, other) ? 1 : distanceBetween(one, other)) / longest;
  if (share > 0.5) return costs.other;
  if (version.test(one) && version.test(other)) return costs.version;
  const isPlural = singulars(one).includes(other) || singulars(other).includes(one);
  return isPlural ? Math.min(share, costs.plural) : share;
}

/** Whether two characters side by side are in the wrong order, which is one error, not two. */
function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  return (
    one[at] === other[at + 1] &&
    one[at + 1] === other[at] &&
    one.slice(at + 2) === other.slice(at + 2)
  );
}
