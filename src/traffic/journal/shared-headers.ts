/** Names and what they hold, as requests have them. */
export type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Keeps once what many have in common: most requests have the headers of the one before. */
export interface FieldStock {
  /** The same fields, if need be those of an earlier request. */
  keep(fields: Fields): Fields;
  /** About how many bytes the last ones take. */
  readonly weight: number;
}

export function createFieldStock(): FieldStock {
  let last: Fields = {};
  let count = 0;
  const stock = {
    weight: 0,
    keep(fields: Fields): Fields {
      if (isRepeated(fields, last, count)) return last;
      last = fields;
      count = Object.keys(fields).length;
      stock.weight = weighFields(fields);
      return last;
    },
  };
  return stock;
}

/** The same for names and values in turn. */
export function createListStock(): (list: readonly string[]) => readonly string[] {
  let last: readonly string[] = [];
  return (list) => {
    if (list.length !== last.length) return (last = list);
    for (let index = 0; index < list.length; index += 1) {
      if (list[index] !== last[index]) return (last = list);
    }
    return last;
  };
}

function isRepeated(fields: Fields, last: Fields, count: number): boolean {
  let seen = 0;
  for (const name in fields) {
    if (fields[name] !== last[name]) return false;
    seen += 1;
  }
  return seen === count;
}

function weighFields(fields: Fields): number {
  let weight = 0;
  for (const [name, value = ''] of Object.entries(fields)) {
    weight += 40 + name.length;
    for (const text of typeof value === 'string' ? [value] : value) weight += 24 + text.length;
  }
  return weight;
}
