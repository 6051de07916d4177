/** The code under test. */
export function createShop(url, fetch = globalThis.fetch) {
  return {
    async buy(item, quantity = 1) {
      const reply = await fetch(`${url}/orders`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ item, quantity }),
      });
      if (!reply.ok) throw new Error(`the shop answered ${reply.status}`);
      return reply.json();
    },
  };
}
