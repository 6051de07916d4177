/** The code under test: a client of the shop. */
export function createShop(url: string) {
  return {
    async buy(item: string, quantity = 1): Promise<{ id: number }> {
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
