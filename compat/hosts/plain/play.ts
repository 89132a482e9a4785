import 'reflect-metadata';
import { Module, type DynamicModule, type INestApplication, type NestApplicationOptions } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TillbridgeModule } from 'tillbridge';
import { startSandbox } from 'tillbridge/sandbox';
import { knowsOtherCopy, loadedCopy } from './copies.js';
import { buyAndRefund, notify } from './purchase.js';
import { databaseOptions, KEY, webGroup } from './settings.js';
import { Shop } from './shop.js';

@Module({})
class HostModule {}

/** Creates the application on the HTTP server of the host. */
export type Create = (module: DynamicModule, options: NestApplicationOptions) => Promise<INestApplication>;

/** The modules of a plain host, for the service at `serviceUrl`. */
export const plainImports = (serviceUrl: string): DynamicModule[] => [
  TypeOrmModule.forRoot(databaseOptions()),
  TillbridgeModule.forRoot({ terminalGroups: [webGroup(serviceUrl)] }),
];

/** Starts the shop and the sandbox, buys, refunds, and prints the result as the last line, in JSON. */
export async function play(
  create: Create,
  importsFor: (serviceUrl: string) => DynamicModule[] = plainImports,
): Promise<void> {
  const service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: KEY }] });
  const module = { module: HostModule, imports: importsFor(service.url), providers: [Shop] };
  const app = await create(module, { rawBody: true, logger: ['error', 'fatal'], abortOnError: false });
  await app.listen(0, '127.0.0.1');
  const loaded = loadedCopy();
  const purchase = await buyAndRefund(app, service.sandbox);
  const genuine = await notify(app);
  const forged = await notify(app, `${KEY}-of-somebody-else`);
  await app.close();
  await service.close();
  console.log(JSON.stringify({ loaded, ...purchase, genuine, forged, knowsOtherCopy: await knowsOtherCopy() }));
}
