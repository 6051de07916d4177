/** What swagger-ui's markup lacks for programs that read the page aloud: a name, a level, or the focus. */
const lacks: readonly (readonly [selector: string, attribute: string, value: string])[] = [
  ['h4', 'aria-level', '3'],
  ['h5', 'aria-level', '4'],
  ['pre', 'tabindex', '0'],
  ['textarea.body-param__text', 'aria-label', 'Request body'],
  ['input[type=file]', 'aria-label', 'File of the request'],
  ['.examples-select-element', 'aria-label', 'Example'],
  ['.model-box-control:has(> .model-toggle:only-child)', 'aria-label', 'Schema'],
  ['.json-schema-2020-12-accordion:has(> :first-child:empty)', 'aria-label', 'Schema'],
];

/** Adds what is missing, whenever something is drawn; returns how to end that. */
export function mendMarkup(node: HTMLElement): () => void {
  const mend = (): void => {
    for (const [selector, attribute, value] of lacks) {
      for (const found of node.querySelectorAll(`${selector}:not([${attribute}])`))
        found.setAttribute(attribute, value);
    }
    nameInputs(node);
  };
  const observer = new MutationObserver(mend);
  observer.observe(node, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** An input of a parameter has the name of its row. */
function nameInputs(node: HTMLElement): void {
  const fields = ':is(input, select, textarea):not([aria-label])';
  for (const field of node.querySelectorAll(`tr[data-param-name] ${fields}`)) {
    const name = field.closest('tr')?.getAttribute('data-param-name');
    field.setAttribute('aria-label', name ?? 'Parameter');
  }
}
