/** Makes a value at the first call. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Makes one value for each object, at the first call with that object. */
export function onceFor<K extends object, T>(make: (thing: K) => T): (thing: K) => T {
  const made = new WeakMap<K, { readonly value: T }>();
  return (thing) => {
    const known = made.get(thing);
    if (known) return known.value;
    const value = make(thing);
    made.set(thing, { value });
    return value;
  };
}
