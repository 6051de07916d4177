import { Form } from 'react-router';

// The world of a test comes with its page, and goes on to the API. Elsewhere there is no such cookie.
function callShop(request, path, init = {}) {
  const [, world] = /X-Stuntdouble-World=([\w.-]+)/.exec(request.headers.get('Cookie') ?? '') ?? [];
  const headers = { ...init.headers, ...(world && { 'X-Stuntdouble-World': world }) };
  return fetch(`${process.env.API_URL}${path}`, { ...init, headers });
}

export async function loader({ request }) {
  return { orders: await (await callShop(request, '/orders')).json() };
}

export async function action({ request }) {
  const form = await request.formData();
  await callShop(request, '/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ item: form.get('item'), quantity: Number(form.get('quantity')) }),
  });
  return null;
}

export default function Orders({ loaderData }) {
  return (
    <main>
      <ul>
        {loaderData.orders.map(({ id, item, quantity }) => (
          <li key={id}>{`${quantity} × ${item}`}</li>
        ))}
      </ul>
      <Form method="post">
        <input name="item" aria-label="Item" required />
        <input name="quantity" aria-label="Quantity" defaultValue="1" />
        <button>Order</button>
      </Form>
    </main>
  );
}
