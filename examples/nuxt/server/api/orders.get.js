export default defineEventHandler((event) => callShop(event, '/orders'));
