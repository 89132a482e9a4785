/** The shop as a process of its own, with workers; says on its output where it listens. */
import { create, Shop } from './shop.mjs';

const app = await create(Shop, { logger: ['error', 'fatal'] });
await app.listen(0, '127.0.0.1');
process.once('SIGTERM', async () => {
  await app.close();
  process.exit();
});
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${app.getHttpServer().address().port}` })}\n`);
