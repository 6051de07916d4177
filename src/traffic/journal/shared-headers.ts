import type { ProblemCode } from '../../base/catalogue.ts';
import type { Violation } from '../../base/errors.ts';
import type { ReplyVerdict } from '../../pipeline/exchange.ts';

/** The headers of a request by name. */
export type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Keeps equal headers once: most requests have the same headers as the one before. */
export interface FieldStock {
  /** Returns the headers of the previous request if they are equal. */
  keep(fields: Fields): Fields;
  /** About how many bytes the last headers take. */
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

/** The same for a list of names and values in turn. */
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

/** Why a request was refused, or how its reply broke the contract. */
export interface NotedFault {
  readonly code: ProblemCode | undefined;
  /** The usual status of such a refusal, also where the reply has another that is declared. */
  readonly status: number;
  readonly detail: string;
  readonly violations: readonly Violation[];
}

export const noFault: NotedFault = { code: undefined, status: 0, detail: '', violations: [] };

/** Copies the reason from a verdict; equal reasons in a row share one object. */
export function createFaultTaker(): (
  verdict: Exclude<ReplyVerdict, { kind: 'served' }>,
) => NotedFault {
  let last = noFault;
  const keep = (
    code: ProblemCode,
    status: number,
    detail: string,
    violations: readonly Violation[],
  ): NotedFault => {
    const isSame =
      last.code === code &&
      last.status === status &&
      last.detail === detail &&
      last.violations === violations;
    // Not the error itself, because its cause may refer to anything.
    return isSame ? last : (last = { code, status, detail, violations });
  };
  return (verdict) => {
    if (verdict.kind === 'breach') {
      const { message, violations } = verdict.breach;
      return keep('contract-breach', 500, message, violations);
    }
    const { code, status, message, violations } = verdict.error;
    return keep(code, status, message, violations);
  };
}

export function weighFault({ detail, violations }: NotedFault): number {
  return detail.length + 400 * violations.length;
}
