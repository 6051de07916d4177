import { revalidatePath } from 'next/cache';

import { callShop } from './shop.js';

async function order(form) {
  'use server';
  await callShop('/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ item: form.get('item'), quantity: Number(form.get('quantity')) }),
  });
  revalidatePath('/');
}

export default async function Page() {
  const orders = await (await callShop('/orders')).json();
  return (
    <main>
      <ul>
        {orders.map(({ id, item, quantity }) => (
          <li key={id}>{`${quantity} × ${item}`}</li>
        ))}
      </ul>
      <form action={order}>
        <input name="item" aria-label="Item" required />
        <input name="quantity" aria-label="Quantity" defaultValue="1" />
        <button>Order</button>
      </form>
    </main>
  );
}
