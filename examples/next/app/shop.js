import { cookies } from 'next/headers';

// The world of a test comes with its page, and goes on to the API. Elsewhere there is no such cookie.
async function worldHeaders() {
  const world = (await cookies()).get('X-Stuntdouble-World')?.value;
  return world === undefined ? {} : { 'X-Stuntdouble-World': world };
}

export async function callShop(path, init = {}) {
  const headers = { ...init.headers, ...(await worldHeaders()) };
  return fetch(`${process.env.API_URL}${path}`, { ...init, headers, cache: 'no-store' });
}
