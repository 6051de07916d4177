import { ratioOf, spreadOf, medianOf } from './figures.ts';
import type { Lab } from './lab.ts';
import type { Candidate, Result, Sample } from './rounds.ts';
import { measure } from './rounds.ts';
import type { Table } from './table.ts';
import { showCount, showRatio } from './table.ts';

/** Results, and how they stand to some of them. */
export interface Rates {
  /** The median of the ratios of each round, by requests per second of CPU. */
  ratio(name: string, base: string): number | undefined;
  p99Ratio(name: string, base: string): number | undefined;
  p50Ratio(name: string, base: string): number | undefined;
  /** Microseconds of CPU for one request. */
  cost(name: string): number | undefined;
  /** Microseconds, of the median round. */
  latency(name: string, part: 'p50' | 'p99'): number | undefined;
  /** Bytes of the server after the last round. */
  memory(name: string): number | undefined;
  /** What is to be shown in one cell; the reason where there is no figure. */
  cell(name: string, base: string): string;
  table(bases: readonly Base[], tail?: Base): Table;
}

export interface Base {
  readonly name: string;
  readonly title: string;
}

export async function measureRates(lab: Lab, candidates: readonly Candidate[]): Promise<Rates> {
  return toRates(await measure(lab, candidates));
}

/** One kind of request beside others of the same kind. */
export interface KindOfCandidate extends Candidate {
  readonly kind: string;
}

/** All kinds take turns, so that one server may be asked all of them; each is compared by itself. */
export async function measureKinds(
  lab: Lab,
  candidates: readonly KindOfCandidate[],
): Promise<ReadonlyMap<string, Rates>> {
  const results = await measure(lab, candidates);
  const kinds = new Set(candidates.map(({ kind }) => kind));
  const ratesOf = (kind: string): Rates =>
    toRates(
      results.filter((_, at) => candidates[at]?.kind === kind),
      kind,
    );
  return new Map([...kinds].map((kind) => [kind, ratesOf(kind)]));
}

/** The title stands over the names. */
export function toRates(results: readonly Result[], title = ''): Rates {
  const find = (name: string): Result | undefined => results.find((one) => one.name === name);
  const valuesOf = (name: string, key: keyof Sample): readonly number[] | undefined => {
    const found = find(name);
    return found?.kind === 'measured' ? found.samples.map((sample) => sample[key]) : undefined;
  };
  const compare = (name: string, base: string, key: keyof Sample): number | undefined => {
    const ours = valuesOf(name, key);
    return ours && ratioOf(ours, valuesOf(base, key));
  };
  const rates: Rates = {
    ratio: (name, base) => compare(name, base, 'rate'),
    p99Ratio: (name, base) => compare(name, base, 'p99'),
    p50Ratio: (name, base) => compare(name, base, 'p50'),
    cost: (name) => {
      const values = valuesOf(name, 'rate');
      return values && 1e6 / medianOf(values);
    },
    latency(name, part) {
      const values = valuesOf(name, part);
      return values && medianOf(values);
    },
    memory(name) {
      const found = find(name);
      return found?.kind === 'measured' ? found.memory : undefined;
    },
    cell(name, base) {
      const found = find(name);
      if (!found) return '–';
      return found.kind === 'failed' ? 'no figure' : showRatio(rates.ratio(name, base));
    },
    table: (bases, tail) => ({
      columns: [
        title,
        'requests per second of CPU',
        'least – most',
        'µs of CPU',
        ...bases.map((base) => `× ${base.title}`),
        'p99',
        ...(tail ? [`p99 × ${tail.title}`] : []),
      ],
      rows: results.map((result) => toRow(result, rates, bases, tail)),
    }),
  };
  return rates;
}

function toRow(
  result: Result,
  rates: Rates,
  bases: readonly Base[],
  tail: Base | undefined,
): readonly string[] {
  const { name } = result;
  if (result.kind === 'failed') {
    const empty = Array.from({ length: 3 + bases.length + (tail ? 1 : 0) }, () => '–');
    return [name, `no figure: ${result.reason}`, ...empty];
  }
  const rate = spreadOf(result.samples.map((sample) => sample.rate));
  const p99 = medianOf(result.samples.map((sample) => sample.p99));
  return [
    name,
    showCount(rate.median),
    `${showCount(rate.least)} – ${showCount(rate.most)}`,
    (1e6 / rate.median).toFixed(1),
    ...bases.map((base) => showRatio(rates.ratio(name, base.name))),
    `${(p99 / 1000).toFixed(2)} ms`,
    ...(tail ? [showRatio(rates.p99Ratio(name, tail.name))] : []),
  ];
}
