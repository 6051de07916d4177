import type { ComponentChild } from 'preact';

import { Dialog } from '../parts/dialog.tsx';
import type { KeyBinding } from './console.ts';

interface HelpProps {
  readonly keys: readonly KeyBinding[];
  onClose(this: void): void;
}

export function Help({ keys, onClose }: HelpProps): ComponentChild {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">
        {keys.map(({ keys: own, label }) => (
          <div key={own}>
            <dt>
              {(own === ' ' ? ['Space'] : own.replace('Control+', 'Ctrl ').split(' ')).map(
                (key, index) => (
                  <kbd key={`${key}${index}`}>{key}</kbd>
                ),
              )}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <p class="soft">
        All that the console does, the control API does, too; the docs describe both.
      </p>
    </Dialog>
  );
}
