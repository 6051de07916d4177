import express from 'express';
import { createMock } from 'stuntdouble';

export const mock = await createMock({ contract: new URL('shop.yaml', import.meta.url) });

export const app = express();
app.get('/', (request, response) => response.send('The shop'));
// In production, a proxy to the real shop stands here.
app.use('/api', mock.app);

if (import.meta.filename === process.argv[1]) app.listen(3000);
