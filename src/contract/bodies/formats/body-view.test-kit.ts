import type { TextShape } from '../../schema/text-shape.ts';
import type { BodyView, FieldEncoding } from './format.ts';

/** The view of a body by its schema, with the encodings of some members. */
export function viewThrough(
  shape: () => TextShape,
  encodings: Readonly<Record<string, Partial<FieldEncoding>>> = {},
): BodyView {
  const plain: FieldEncoding = { contentTypes: [], style: undefined, explode: undefined };
  return {
    essence: 'application/xml',
    shape,
    encodings: (name) => ({ ...plain, ...encodings[name] }),
  };
}
