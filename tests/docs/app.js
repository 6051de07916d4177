// What the tests of a reader's app do: a few requests to the server that STUNTDOUBLE_URL names.
const { STUNTDOUBLE_URL: url } = process.env;
const made = await fetch(`${url}/orders`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: '{"item": "Tent", "quantity": 2}',
});
const { id } = await made.json();
const read = await fetch(`${url}/orders/${id}`);
const list = await fetch(`${url}/orders?limit=5`);
if (made.status !== 201 || read.status !== 200 || list.status !== 200) process.exitCode = 1;
