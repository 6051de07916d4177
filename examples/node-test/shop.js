/** The code under test: a client of the shop. */
export function createShop(fetch = globalThis.fetch) {
  return {
    async buy(item, quantity = 1) {
      const reply = await fetch('https://shop.example/orders', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ item, quantity }),
      });
      if (!reply.ok) throw new Error(`the shop answered ${reply.status}`);
      return reply.json();
    },
  };
}
