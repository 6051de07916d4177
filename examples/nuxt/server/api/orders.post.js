export default defineEventHandler(async (event) => {
  const { item, quantity } = await readBody(event);
  const body = { item, quantity: Number(quantity) };
  await callShop(event, '/orders', { method: 'POST', body, ignoreResponseError: true });
  return sendRedirect(event, '/', 303);
});
