import type { ComponentChild, ComponentChildren } from 'preact';

interface PanelHeadProps {
  /** What the list that the panel stands beside holds: `Requests`. */
  readonly list: string;
  /** What the cross does, for those who don't see it. */
  readonly close: string;
  /** The name of what is opened. */
  readonly children: ComponentChildren;
  /** Further steps, before the cross. */
  readonly steps?: ComponentChild;
  onClose(this: void): void;
}

/** The head of each panel: a cross beside the list, and a way back where the panel covers it. */
export function PanelHead(props: PanelHeadProps): ComponentChild {
  const { list, close, children, steps, onClose } = props;
  return (
    <header class="panel-head">
      <button class="quiet panel-back" onClick={onClose}>
        ← {list}
      </button>
      {children}
      <span class="panel-steps">
        {steps}
        <button
          class="quiet panel-close"
          aria-label={close}
          title={`${close} (Esc)`}
          onClick={onClose}
        >
          ×
        </button>
      </span>
    </header>
  );
}
