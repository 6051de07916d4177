/** The component: shows the orders of the shop at an address, and takes a new one. */
export function createOrders(url) {
  const place = document.createElement('section');
  place.innerHTML = `
    <ul></ul>
    <form>
      <label>Item <input name="item" required /></label>
      <label>Quantity <input name="quantity" value="1" /></label>
      <button>Order</button>
    </form>
    <p role="status"></p>`;
  const form = place.querySelector('form');
  const status = place.querySelector('p');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { item, quantity } = Object.fromEntries(new FormData(form));
    const reply = await fetch(`${url}/orders`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ item, quantity: Number(quantity) }),
    });
    if (reply.ok) await show();
    else status.textContent = 'That did not work';
  });
  void show();
  return place;

  async function show() {
    const reply = await fetch(`${url}/orders`);
    if (!reply.ok) {
      status.textContent = 'The shop is closed';
      return;
    }
    const lines = (await reply.json()).map(({ item, quantity }) => {
      const line = document.createElement('li');
      line.textContent = `${quantity} × ${item}`;
      return line;
    });
    place.querySelector('ul').replaceChildren(...lines);
    status.textContent = lines.length === 0 ? 'No orders yet' : '';
  }
}
