import { leaveForList } from '../parts/focus.ts';
import type { KeyBinding } from './console.ts';

/** The keys that work now; later ones come before earlier ones. */
export interface KeyTable {
  bind(this: void, keys: readonly KeyBinding[]): () => void;
  list(this: void): readonly KeyBinding[];
  /** Handles an event; it does nothing while the user writes. */
  press(this: void, event: KeyboardEvent): void;
}

/** Milliseconds between two keys that belong together. */
const longestPause = 1000;

export function createKeyTable(): KeyTable {
  let bindings: readonly KeyBinding[] = [];
  let first = '';
  let pressedAt = 0;
  return {
    bind(keys) {
      bindings = [...keys, ...bindings];
      return () => {
        bindings = bindings.filter((one) => !keys.includes(one));
      };
    },
    list: () => bindings,
    press(event) {
      if (event.altKey) return;
      if (event.ctrlKey || event.metaKey) {
        pressTogether(event, bindings);
        return;
      }
      if (isOfSearch(event)) {
        event.preventDefault();
        return;
      }
      if (isWriting(event.target) || isOwnKey(event)) return;
      const before = event.timeStamp - pressedAt < longestPause ? first : '';
      first = event.key;
      pressedAt = event.timeStamp;
      const found =
        bindings.find(({ keys }) => keys === `${before} ${event.key}`) ??
        bindings.find(({ keys }) => keys === event.key);
      if (!found || isOfMenu(event)) return;
      event.preventDefault();
      first = '';
      found.run();
    },
  };
}

/** Keys such as `Control+k` work while the user writes, too. */
function pressTogether(event: KeyboardEvent, bindings: readonly KeyBinding[]): void {
  const found = bindings.find(({ keys }) => keys === `Control+${event.key}`);
  if (!found || document.querySelector('dialog[open]')) return;
  event.preventDefault();
  found.run();
}

/** Escape closes an open menu, and nothing else. */
function isOfMenu({ key }: KeyboardEvent): boolean {
  return key === 'Escape' && document.querySelector(':popover-open') !== null;
}

/** Escape empties a search; out of an empty one it leads to what was found. */
function isOfSearch({ key, target }: KeyboardEvent): boolean {
  if (key !== 'Escape' || !(target instanceof HTMLInputElement)) return false;
  if (target.type !== 'search' || target.closest('dialog')) return false;
  if (target.value === '') leaveForList(target);
  else {
    target.value = '';
    target.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  return true;
}

/** Enter and the space bar belong to the button or link that has the focus. */
function isOwnKey({ key, target }: KeyboardEvent): boolean {
  if (key !== 'Enter' && key !== ' ') return false;
  return target instanceof Element && target.closest('button, a[href], summary') !== null;
}

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog') || target.isContentEditable || target.shadowRoot) return true;
  return /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
