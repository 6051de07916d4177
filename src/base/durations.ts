/** Lengths of time as texts. Imports nothing. */

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

const plainDuration = /^(?<amount>\d+(?:\.\d+)?)(?<unit>ms|s|m|h|d|w)$/;
const isoDuration =
  /^P(?!$)(?:(?<w>\d+)W)?(?:(?<d>\d+)D)?(?:T(?!$)(?:(?<h>\d+)H)?(?:(?<m>\d+)M)?(?:(?<s>\d+(?:\.\d+)?)S)?)?$/;

/** In milliseconds: `90s`, `15m`, `1d`, `PT1H`; undefined where the text is no duration. */
export function readDuration(text: string): number | undefined {
  const { amount, unit } = plainDuration.exec(text)?.groups ?? {};
  const parts = unit === undefined ? isoDuration.exec(text)?.groups : { [unit]: amount };
  if (!parts) return undefined;
  let milliseconds = 0;
  for (const [name, size] of Object.entries(units)) milliseconds += Number(parts[name] ?? 0) * size;
  return milliseconds;
}

/** In the largest unit that needs no more than one decimal: `20 s`, `1.5 s`, `300 ms`. */
export function tellDuration(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  for (const unit of ['h', 'm', 's'] as const) {
    const amount = whole / units[unit];
    if (amount >= 1 && Number.isInteger(amount * 10))
      return `${amount} ${unit === 'm' ? 'min' : unit}`;
  }
  return whole < 1000 ? `${whole} ms` : `${(whole / 1000).toFixed(1)} s`;
}
