import type { ComponentChild, ComponentChildren } from 'preact';

interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** Says why there is nothing, and what to do next. */
export function Empty({ title, children }: EmptyProps): ComponentChild {
  return (
    <div class="middle">
      <div class="empty">
        <h2>{title}</h2>
        {children}
      </div>
    </div>
  );
}

export function Failure({
  title,
  text,
  children,
}: EmptyProps & { readonly text: string }): ComponentChild {
  return (
    <div class="middle" role="alert">
      <div class="empty">
        <h2>{title}</h2>
        <p>{text}</p>
        {children}
      </div>
    </div>
  );
}
