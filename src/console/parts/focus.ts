/** Where an element stands, so that the focus finds a place near it once it is gone. */
export interface Spot {
  readonly element: HTMLElement;
  /** What it is called; its successor often has the same name. */
  readonly name: string;
  /** What is around it, the nearest first. */
  readonly trail: readonly Around[];
}

interface Around {
  readonly element: Element;
  /** The place of what leads to the spot among its children. */
  readonly index: number;
}

/** Undefined: nothing has the focus. */
export function spotOfFocus(): Spot | undefined {
  const { activeElement: active } = document;
  return active instanceof HTMLElement && active !== document.body ? spotOf(active) : undefined;
}

export function spotOf(element: HTMLElement): Spot {
  const trail: Around[] = [];
  for (let one: Element = element; one.parentElement; one = one.parentElement)
    trail.push({ element: one.parentElement, index: [...one.parentElement.children].indexOf(one) });
  return { element, name: nameOf(element), trail };
}

export function isFocusFree(): boolean {
  const { activeElement: active } = document;
  return active === null || active === document.body;
}

/** Whether an element is on the page, in sight, and not behind a dialog. */
export function canHaveFocus(element: HTMLElement): boolean {
  if (!isShown(element) || element.matches(':disabled')) return false;
  const dialog = topDialog();
  return dialog === undefined || dialog.contains(element);
}

/** Gives the focus to an element, or to the nearest that stands there now; false: there is nothing yet. */
export function giveFocus(spot: Spot): boolean {
  const found = canHaveFocus(spot.element) ? spot.element : findNear(spot);
  if (!found) return false;
  if (!isFocusable(found)) found.tabIndex = -1;
  found.focus({ preventScroll: found !== spot.element });
  return true;
}

/** A dialog begins in its first field; where there is none, with the button that does no harm. */
export function focusFirst(dialog: HTMLElement): void {
  const field = [...dialog.querySelectorAll<HTMLElement>(fields)].find(canHaveFocus);
  const harmless = [...dialog.querySelectorAll<HTMLElement>('button')].find(
    (one) => canHaveFocus(one) && one.textContent.trim() === 'Cancel',
  );
  (field ?? harmless)?.focus();
}

/** The list that a search leads to has the focus after it. */
export function leaveForList(search: HTMLElement): void {
  const list = search.closest('section, main')?.querySelector<HTMLElement>(lists);
  const next = list && canHaveFocus(list) ? list : viewHeading();
  if (next) next.focus();
  else search.blur();
}

const fields =
  'input:not([type=hidden], [readonly], [hidden]), select, textarea, [contenteditable=true]';
const lists = '.rows, .sheet-box';
const focusable = `${fields}, button, a[href], summary, [tabindex]`;
const regions = 'dialog, main, section, article, aside, [role=region], [role=tabpanel]';

function isFocusable(element: HTMLElement): boolean {
  return element.matches(focusable);
}

function isShown(element: Element): boolean {
  return element.isConnected && element.checkVisibility({ visibilityProperty: true });
}

function topDialog(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1);
}

function nameOf(element: Element): string {
  return element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 100);
}

/** The view's heading, which says where the user is. */
function viewHeading(): HTMLElement | undefined {
  return (
    document.querySelector<HTMLElement>('main h1') ??
    document.querySelector<HTMLElement>('main') ??
    undefined
  );
}

function findNear(spot: Spot): HTMLElement | undefined {
  const dialog = topDialog();
  const left = spot.trail.filter(({ element }) => isShown(element));
  for (const around of left) {
    if (dialog && !dialog.contains(around.element)) break;
    if (around.element.matches('main') || !around.element.closest('main, dialog')) break;
    const found = findWithin(around, spot);
    if (found) return found;
  }
  return dialog ? firstOf(dialog) : viewHeading();
}

/** A list of any length keeps the focus itself: what stands in a row changes as it scrolls. */
function findWithin({ element, index }: Around, spot: Spot): HTMLElement | undefined {
  if (!(element instanceof HTMLElement)) return undefined;
  if (element.matches(lists)) return element;
  if (element.closest(lists)) return undefined;
  const found = twinOf(spot, element) ?? firstOf(element.children[index]);
  if (found) return found;
  return element.matches(regions) ? element : undefined;
}

/** Such as the button that was drawn anew. */
function twinOf({ element, name }: Spot, within: HTMLElement): HTMLElement | undefined {
  const all = [...within.querySelectorAll<HTMLElement>(element.tagName)];
  return all.find((one) => nameOf(one) === name && isFocusable(one) && canHaveFocus(one));
}

function firstOf(element: Element | undefined): HTMLElement | undefined {
  if (!(element instanceof HTMLElement) || (element.matches(regions) && !element.matches('dialog')))
    return undefined;
  const all = [element, ...element.querySelectorAll<HTMLElement>(focusable)];
  return all.find((one) => isFocusable(one) && canHaveFocus(one));
}
