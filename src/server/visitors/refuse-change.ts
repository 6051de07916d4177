import { ApiError } from '../../base/errors.ts';

/** The world that visitors share takes no change, such as by a handler where a client only reads. */
export function refuseChange(): never {
  const detail =
    'This request would change something, and a visitor without a world of its own only reads. The first change by POST, PUT, PATCH or DELETE makes one: send that first.';
  throw new ApiError('visitor-reads-only', detail);
}
