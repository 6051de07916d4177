/** The time of the day, by the clock of the browser. */
export function formatTime(time: string): string {
  const moment = new Date(time);
  if (Number.isNaN(moment.getTime())) return time;
  const [hours, minutes, seconds] = [
    moment.getHours(),
    moment.getMinutes(),
    moment.getSeconds(),
  ].map((part) => String(part).padStart(2, '0'));
  return `${hours}:${minutes}:${seconds}.${String(moment.getMilliseconds()).padStart(3, '0')}`;
}

export function formatDuration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}

/** The class by which a status is coloured. */
export function classOfStatus(status: number): string {
  if (status >= 500) return 'status-bad';
  if (status >= 400) return 'status-warn';
  return status >= 200 && status < 300 ? 'status-good' : 'status-plain';
}

/** Says in one sentence why there is no body, by the note of the server. */
export function tellNoBody(note: string | undefined): string {
  if (note === undefined) return 'No body.';
  return /^not \w+: /.test(note)
    ? `The body was ${note.replace(': ', ', as ')}.`
    : `The body is not shown: ${note}.`;
}
