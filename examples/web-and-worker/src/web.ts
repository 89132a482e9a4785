import 'reflect-metadata';
import { createWeb } from './create-web.js';
import { readSettings } from './settings.js';
import { WebModule } from './web.module.js';

async function main(): Promise<void> {
  const app = await createWeb(WebModule);
  app.enableShutdownHooks();
  const { port, host } = readSettings();
  await app.listen(port, host);
}

void main();
