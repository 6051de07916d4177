import type { ComponentChild } from 'preact';
import { useId } from 'preact/hooks';

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly names: readonly Name[];
  readonly chosen: Name;
  onChoose(this: void, name: Name): void;
  readonly children: ComponentChild;
}

/** Tabs and the panel of the chosen one; arrow keys lead from one to the next. */
export function Tabs<Name extends string>(props: TabsProps<Name>): ComponentChild {
  const { label, names, chosen, onChoose, children } = props;
  const id = useId();
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = names[(names.indexOf(chosen) + step + names.length) % names.length];
    if (next === undefined) return;
    onChoose(next);
    document.querySelector<HTMLElement>(`[id="${id}-${next}"]`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} class="tabs" onKeyDown={move}>
        {names.map((name) => (
          <button
            key={name}
            id={`${id}-${name}`}
            role="tab"
            class="quiet"
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabindex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
