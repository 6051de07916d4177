import { useEffect, useState } from 'preact/hooks';

const themes = ['auto', 'light', 'dark'] as const;
const place = 'stuntdouble-theme';

/** The choice stays in this browser. */
export function useTheme(): { readonly name: string; next(this: void): void } {
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      themes.findIndex((one) => one === stored()),
    ),
  );
  const name = themes[at] ?? 'auto';
  useEffect(() => {
    document.documentElement.dataset['theme'] = name;
  }, [name]);
  return {
    name,
    next() {
      const next = (at + 1) % themes.length;
      setAt(next);
      try {
        localStorage.setItem(place, themes[next] ?? 'auto');
      } catch {
        // A browser that keeps nothing forgets the choice.
      }
    },
  };
}

function stored(): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}
