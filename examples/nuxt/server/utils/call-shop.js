// The world of a test comes with its page, and goes on to the API. Elsewhere there is no such cookie.
export function callShop(event, path, options = {}) {
  const world = getCookie(event, 'X-Stuntdouble-World');
  const headers = world === undefined ? {} : { 'X-Stuntdouble-World': world };
  return $fetch(`${process.env.API_URL}${path}`, { ...options, headers });
}
