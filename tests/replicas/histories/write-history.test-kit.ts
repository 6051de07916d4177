import type { Operation, Result } from './operation.ts';

/** A history of one record as a test writes it: `write('a', [0, 2], 'put 1', 'made 1:')`. */
export function write(
  client: string,
  [begin, end]: readonly [number, number?],
  what: string,
  reply?: string,
): Operation {
  const [kind, number, ...condition] = what.split(' ');
  const onlyIf = condition.length > 0 ? condition.join(' ').replace(/^if /, '') : undefined;
  const result = reply === undefined ? undefined : toResult(reply);
  return {
    client,
    record: 'x',
    // A trust edge: the tests beside this file write it.
    kind: kind as Operation['kind'],
    ...(number === undefined ? {} : { number: Number(number) }),
    ...(onlyIf === undefined ? {} : { onlyIf }),
    begin,
    end: end ?? Infinity,
    ...(result ? { result } : {}),
  };
}

function toResult(reply: string): Result {
  const [says, ...state] = reply.split(' ');
  // As above.
  const word = says as Result['says'];
  return state.length === 0 ? { says: word } : { says: word, state: state.join(' ') };
}
