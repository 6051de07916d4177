const place = 'stuntdouble-recording';

/**
 * Keeps the name of the recording that this tab shows, and never what is in it: a page that is loaded
 * anew has lost the file, and says so.
 */
export function rememberName(name: string | undefined): void {
  try {
    if (name === undefined) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, name);
  } catch {
    // A browser that keeps nothing loses the recording without a word.
  }
}

/** The name of the recording that was shown before the page was loaded anew; it is told once. */
export function takeName(): string | undefined {
  try {
    const name = sessionStorage.getItem(place) ?? undefined;
    sessionStorage.removeItem(place);
    return name;
  } catch {
    return undefined;
  }
}
