import 'reflect-metadata';
import { createWeb } from './create-web.js';
import { readSettings } from './settings.js';
import { WebModule } from './web.module.js';

async function main(): Promise<void> {
  const app = await createWeb(WebModule);
  app.enableShutdownHooks();
  await app.listen(readSettings().port, '127.0.0.1');
}

void main();
