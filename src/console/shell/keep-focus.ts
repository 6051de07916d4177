import type { Spot } from '../parts/focus.ts';
import { canHaveFocus, giveFocus, isFocusFree, spotOf } from '../parts/focus.ts';

/** Milliseconds in which a view may place the focus itself. */
const pause = 100;
/** Milliseconds in which a button may be busy: it has the focus again after that. */
const longestBusy = 1000;

/** Gives the focus a place where the element that had it left the page, or can't have it any more. */
export function keepFocus(): void {
  let spot: Spot | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lostAt = 0;
  const place = (isHasty = false): void => {
    timer = undefined;
    if (!spot || !isFocusFree()) return;
    const isBusy = spot.element.isConnected && spot.element.matches(':disabled');
    if (isBusy && !isHasty && performance.now() - lostAt < longestBusy) {
      timer = setTimeout(place, pause);
      return;
    }
    giveFocus(spot);
  };
  const notice = (): void => {
    if (!spot || timer !== undefined || !isFocusFree()) return;
    lostAt = performance.now();
    timer = setTimeout(place, pause);
  };
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) spot = spotOf(target);
  });
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null || !document.hasFocus()) return;
    // Who leaves an element that is still there leaves it on purpose; one that goes is gone a moment later.
    queueMicrotask(() => {
      if (target === spot?.element && canHaveFocus(spot.element) && isFocusFree()) spot = undefined;
      else notice();
    });
  });
  // Who points elsewhere has left, also where nothing there takes the focus.
  const point = ({ target }: Event): void => {
    if (target instanceof Node && !spot?.element.contains(target)) spot = undefined;
  };
  addEventListener('pointerdown', point, { capture: true });
  // Where the browser tells nothing.
  new MutationObserver(notice).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'hidden', 'open'],
  });
  // Who goes on at once goes on from there.
  const hurry = ({ key }: KeyboardEvent): void => {
    if (key !== 'Tab' || timer === undefined) return;
    clearTimeout(timer);
    place(true);
  };
  addEventListener('keydown', hurry, { capture: true });
}

const modifiers = new Set(['Alt', 'Control', 'Meta', 'Shift']);

/** Marks the page while its user uses keys: what takes the focus by itself has a ring only then. */
export function markKeys(): void {
  const { dataset } = document.documentElement;
  const mark = ({ key }: KeyboardEvent): void => {
    if (!modifiers.has(key)) dataset['keys'] = '';
  };
  addEventListener('keydown', mark, { capture: true });
  addEventListener('pointerdown', () => delete dataset['keys'], { capture: true });
}
