import { ApiError, endSentence } from '../base/errors.ts';
import { bodiless } from '../base/fetch-rules.ts';
import { suggestNames } from '../base/nearest.ts';
import type { Media, Response } from '../contract/bodies/bodies.ts';
import { chooseMedia } from '../contract/bodies/bodies.ts';
import type { Example } from '../contract/bodies/examples.ts';
import type { Operation } from '../contract/operations.ts';
import { findResponse } from '../contract/operations.ts';
import type { ChosenResponse, Preferences, Routed } from './exchange.ts';
import { headerOf } from './exchange.ts';
import { rememberReadings } from './header-readings.ts';

/** Chooses the declared response for a request: the success, or the one that it prefers. */
export function chooseAnswer(
  request: Routed,
  preferences: Preferences | undefined,
): ChosenResponse {
  const { operation } = request;
  const code = preferences?.code;
  const example = preferences?.example;
  const response = code === undefined ? operation.success : findResponse(operation, code);
  if (code !== undefined && !response) throw undeclared(operation, code);
  const status = code ?? statusOf(response?.status);
  const offers = bodiless.has(status) ? [] : (response?.media ?? []);
  if (offers.length === 0) return { status, response, media: undefined, example: undefined };
  const media = chooseOffer(request, status, offers, example);
  return { status, response, media, example: findExample(operation, status, media, example) };
}

/** The status to send for a declared `200`, `2XX` (200) or `default` (200). */
function statusOf(declared: string | undefined): number {
  if (declared === undefined || declared === 'default') return 200;
  return Number(declared.replace('XX', '00'));
}

const acceptedOf = rememberReadings(chooseMedia);

/**
 * Prefers an accepted type that has the example. A reply with an error status is sent even if
 * `Accept` allows none of its types.
 */
function chooseOffer(
  request: Routed,
  status: number,
  offers: readonly Media[],
  example: string | undefined,
): Media {
  const accept = headerOf(request, 'accept');
  const able =
    example === undefined
      ? undefined
      : chooseMedia(
          accept,
          offers.filter(({ examples }) => examples.some(({ name }) => name === example)),
        );
  const found = able ?? acceptedOf(accept, offers);
  if (found) return found;
  const [first] = offers;
  if (first && status >= 400) return first;
  const types = offers.map(({ type }) => type).join(', ');
  throw new ApiError(
    'not-acceptable',
    `This operation answers with ${types}; the request accepts "${accept ?? ''}".`,
  );
}

function findExample(
  { id }: Operation,
  status: number,
  { type, examples }: Media,
  wanted: string | undefined,
): Example | undefined {
  if (wanted === undefined) return undefined;
  const found = examples.find(({ name }) => name === wanted);
  if (found) return found;
  const names = examples.flatMap((one) => one.name ?? []);
  const known =
    names.length === 0 ? 'none of its examples has a name' : suggestNames(wanted, names);
  const detail = `The ${type} of ${id} ${status} has no example "${wanted}": ${known}`;
  throw new ApiError('no-such-example', endSentence(detail));
}

function undeclared({ id, responses }: Operation, code: number): ApiError {
  const declared: readonly Response[] = [...responses.values()];
  const list = declared.map(({ status }) => status).join(', ') || 'none';
  return new ApiError(
    'no-such-response',
    `${id} declares no response for the status ${code}; it declares ${list}.`,
  );
}
