import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource, In } from 'typeorm';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { PollEntity } from '../../../src/shop/poll-schedule/poll.entity.js';
import { canaryKey } from '../../support/canary.js';
import { testEngines, type TestDatabase, type TestEngineName } from '../../support/engines.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';
import { HARDLY_OPTIMISED } from '../../support/hardly-optimised.mjs';
import { startProgram } from '../../support/program-process.mjs';
import { scratchFolder } from '../../support/scratch-folder.mjs';
import { call, type Call, type Run } from './program.js';
import { WarmProgram } from './warm-program.js';

const HOST = join(process.cwd(), 'test/cli/host');
const KEY = canaryKey('web');

/** Two processes write to the database; that is what MariaDB is for, and SQLite can do. */
const anEngine = (): TestEngineName => {
  const names = testEngines().map(({ name }) => name);
  return names.includes('mariadb') ? 'mariadb' : names[0]!;
};

/** The sandbox, a shop as a process of its own with workers, and the command line beside it. */
export class RunningShop {
  private readonly program = WarmProgram.start();

  private constructor(
    readonly service: RunningSandbox,
    private readonly database: TestDatabase,
    private readonly env: Readonly<Record<string, string>>,
    private readonly server: Awaited<ReturnType<typeof startProgram>>,
    private readonly folder: string,
  ) {}

  /** Starts all of it. */
  static async start(): Promise<RunningShop> {
    const service = await startSandbox({ port: 0, terminalGroups: [{ name: 'web', apiKey: KEY }] });
    const database = await createMigratedDatabase(anEngine());
    const env = { SHOP: JSON.stringify({ database: database.options, serviceUrl: service.url, key: KEY }) };
    const server = await startProgram(join(HOST, 'serve.mjs'), env, HARDLY_OPTIMISED);
    const folder = mkdtempSync(join(scratchFolder(), 'tillbridge-cli-'));
    return new RunningShop(service, database, { ...env, TILLBRIDGE_API_KEY: KEY }, server, folder);
  }

  /** The notification address. */
  get notificationUrl(): string {
    return `${this.server.url}/payments/notifications/web`;
  }

  /** An order that was paid at the service, of which the shop has not heard. */
  async paidThere(orderId: string): Promise<void> {
    await this.ask(`checkout/${orderId}`);
    await this.service.sandbox.pay(orderId);
  }

  /** An order that was paid, and of which the shop knows. */
  async paid(orderId: string): Promise<void> {
    await this.paidThere(orderId);
    await this.ask(`sync/${orderId}`);
  }

  /** Corrects the handler that fails for orders whose id begins with `F-`. */
  correct(): Promise<void> {
    return this.ask('correct/handler');
  }

  private async ask(path: string): Promise<void> {
    const answer = await fetch(`${this.server.url}/${path}`, { method: 'POST' });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  }

  /** Sends a statement to the shop's database. */
  async query(sql: string): Promise<void> {
    const dataSource = await new DataSource(this.database.options).initialize();
    await dataSource.query(sql);
    await dataSource.destroy();
  }

  /** Has orders looked at by the next poll, whenever they were due. */
  async dueNow(orderIds: readonly string[]): Promise<void> {
    const dataSource = await new DataSource({ ...this.database.options, entities: [PollEntity] }).initialize();
    await dataSource.manager.update(PollEntity, { serviceOrderId: In([...orderIds]) }, { dueAt: 1 });
    await dataSource.destroy();
  }

  /** What was given back of an order at the service, in minor units. */
  async givenBack(orderId: string): Promise<number> {
    return (await this.service.sandbox.order(orderId)).amountRefunded;
  }

  /** Writes a file, and answers where. */
  file(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }

  /** Calls the command line in the shop's folder, and waits. */
  run(args: readonly string[]): Promise<Run> {
    return this.program.run(args, { cwd: HOST, env: this.env });
  }

  /** Calls the command line in the shop's folder, as a process of its own. */
  call(args: readonly string[]): Call {
    return call(args, { cwd: HOST, env: this.env });
  }

  /** Stops all of it. */
  async close(): Promise<void> {
    await this.program.stop();
    await this.server.stop();
    await this.service.close();
    await this.database.drop();
    rmSync(this.folder, { recursive: true });
  }
}
