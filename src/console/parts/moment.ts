/** A date and a time of the day, by the clock of the browser; as it is where it is none. */
export function formatMoment(time: string | number): string {
  const moment = new Date(time);
  if (Number.isNaN(moment.getTime())) return String(time);
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-');
  return `${day} ${[moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':')}`;
}

/** The day alone, by the clock of the browser. */
export function formatDay(time: string | number): string {
  return formatMoment(time).split(' ', 1)[0] ?? '';
}

function two(part: number): string {
  return String(part).padStart(2, '0');
}
