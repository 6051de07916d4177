/** The code under test: shows the orders of the shop in a page. */
export async function showOrders(url: string, place: HTMLElement): Promise<void> {
  const reply = await fetch(`${url}/orders`);
  if (!reply.ok) throw new Error(`the shop answered ${reply.status}`);
  const orders: { item: string; quantity: number }[] = await reply.json();
  place.replaceChildren(
    ...orders.map(({ item, quantity }) => {
      const line = document.createElement('li');
      line.textContent = `${quantity} × ${item}`;
      return line;
    }),
  );
}
