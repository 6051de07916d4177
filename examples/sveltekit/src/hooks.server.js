import { env } from '$env/dynamic/private';

// The world of a test comes with its page, and goes on to the API. Elsewhere there is no such cookie.
export async function handleFetch({ event, request, fetch }) {
  const world = event.cookies.get('X-Stuntdouble-World');
  if (world !== undefined && request.url.startsWith(env.API_URL)) {
    request.headers.set('X-Stuntdouble-World', world);
  }
  return fetch(request);
}
