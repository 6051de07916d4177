import { env } from '$env/dynamic/private';

export async function load({ fetch }) {
  return { orders: await (await fetch(`${env.API_URL}/orders`)).json() };
}

export const actions = {
  default: async ({ request, fetch }) => {
    const form = await request.formData();
    await fetch(`${env.API_URL}/orders`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ item: form.get('item'), quantity: Number(form.get('quantity')) }),
    });
  },
};
