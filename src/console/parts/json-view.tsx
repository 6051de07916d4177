import type { ComponentChild } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import type { Json, Violation } from '../api/documents.ts';
import type { JsonLine } from './json-lines.ts';
import { placeViolations, writeJsonLines } from './json-lines.ts';

interface JsonViewProps {
  readonly value: Json;
  readonly label: string;
  readonly violations?: readonly Violation[];
}

/** Lines that are shown at first; a long body would make the page slow. */
const firstLines = 400;

/** JSON, one member a line, with violations at the lines at which they stand. */
export function JsonView({ value, label, violations = [] }: JsonViewProps): ComponentChild {
  const [isWhole, setWhole] = useState(false);
  const lines = useMemo(() => writeJsonLines(value), [value]);
  const placed = useMemo(() => placeViolations(lines, violations), [lines, violations]);
  const last = Math.max(firstLines, ...[...placed.keys()].map((line) => line + 10));
  const shown = isWhole ? lines : lines.slice(0, last);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [shownBox, first] = [box.current, box.current?.querySelector<HTMLElement>('.violated')];
    // Two lines before it show where it is.
    if (shownBox && first) shownBox.scrollTop = first.offsetTop - shownBox.offsetTop - 40;
  }, [value]);
  return (
    <div ref={box} class="json mono" role="group" aria-label={label} tabindex={0}>
      {shown.map((line, index) => (
        <Line key={index} line={line} violations={placed.get(index)} />
      ))}
      {shown.length < lines.length && (
        <button onClick={() => setWhole(true)}>
          Show all {lines.length.toLocaleString('en')} lines
        </button>
      )}
    </div>
  );
}

function Line({
  line: { depth, name, text, kind, hasComma },
  violations,
}: {
  readonly line: JsonLine;
  readonly violations: readonly Violation[] | undefined;
}): ComponentChild {
  return (
    <>
      <div
        class={violations ? 'json-line violated' : 'json-line'}
        style={{ paddingLeft: `${depth + 1}rem` }}
      >
        {name !== undefined && <span class="json-name">{name}: </span>}
        <span class={`json-${kind}`}>{text}</span>
        {hasComma && ','}
      </div>
      {violations?.map((violation, index) => (
        <p key={index} class="violation" style={{ marginLeft: `${depth + 1}rem` }}>
          <ViolationText violation={violation} />
        </p>
      ))}
    </>
  );
}

export function ViolationText({ violation }: { readonly violation: Violation }): ComponentChild {
  const { pointer, message, in: where } = violation;
  const place = where === 'body' ? pointer : pointer.replace(/^\//, '');
  return (
    <>
      {place !== '' && <b>{place}</b>} {message}
    </>
  );
}
