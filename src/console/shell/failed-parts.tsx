import type { ComponentChild } from 'preact';

import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/empty.tsx';
import type { Fault } from './boundary.tsx';
import { useConsole } from './console.ts';
import { views } from './views.ts';

export function FailedView({ text, tryAgain }: Fault): ComponentChild {
  return (
    <Failure title="This view failed" text={text}>
      <p class="row">
        <button class="main" onClick={tryAgain}>
          Try again
        </button>
      </p>
    </Failure>
  );
}

/** The way to the views stays. */
export function FailedHeader({ text, tryAgain }: Fault): ComponentChild {
  const { linkTo } = useConsole();
  return (
    <header class="top">
      <span class="fault" role="alert">
        The header failed: {text}
      </span>
      <nav aria-label="Views">
        {views.map(({ name, title }) => (
          <a key={name} href={linkTo([name])}>
            {title}
          </a>
        ))}
      </nav>
      <div class="tools">
        <button onClick={tryAgain}>Try again</button>
      </div>
    </header>
  );
}

interface FailedDialogProps extends Fault {
  readonly title: string;
  onClose(this: void): void;
}

export function FailedDialog({
  title,
  text,
  tryAgain,
  onClose,
}: FailedDialogProps): ComponentChild {
  return (
    <Dialog title={title} onClose={onClose}>
      <p role="alert">{text}</p>
      <p class="row">
        <button class="main" onClick={tryAgain}>
          Try again
        </button>
        <button onClick={onClose}>Close</button>
      </p>
    </Dialog>
  );
}
