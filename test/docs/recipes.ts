import { afterAll, beforeAll } from '@jest/globals';
import { Module, type Provider, type Type } from '@nestjs/common';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { startSandbox, type RunningSandbox, type SandboxTerminalGroup } from 'tillbridge/sandbox';
import type { TerminalGroupOptions } from 'tillbridge';
import { freePorts } from '../examples/support/running-shop.js';
import { blocksOf } from '../readme/markdown.js';
import { canaryKey } from '../support/canary.js';
import { startShop, type ShopHost } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';
import { readPage } from './pages.js';

/** Inside of the repository, so that the code is compiled as that of the tests is. */
const ARTEFACTS = join(process.cwd(), '.test-artefacts');

/** What the code of a recipe exports, by name. */
export type RecipeCode = Readonly<Record<string, Type>>;

/** A folder of its own for the code of a recipe, inside of the repository; the caller removes it. */
export function recipeFolder(): string {
  mkdirSync(ARTEFACTS, { recursive: true });
  return mkdtempSync(join(ARTEFACTS, 'recipe-'));
}

/** Runs the code of a recipe as it stands on its page. */
export async function loadRecipe(recipe: string, folder: string): Promise<RecipeCode> {
  const files = blocksOf(readPage(`docs/recipes/${recipe}.md`), 'ts').filter(({ name }) => name !== undefined);
  const paths = files.map(({ name, text }) => {
    const path = join(folder, basename(name!));
    writeFileSync(path, text);
    return path;
  });
  const modules = await Promise.all(paths.map((path) => import(path) as Promise<RecipeCode>));
  return Object.assign({}, ...modules) as RecipeCode;
}

/** What a shop has of a recipe's code, and of its own. */
export interface RecipeParts {
  readonly controllers?: Type[];
  readonly providers?: Provider[];
  /** Their tables are made by the test. */
  readonly entities?: Type[];
}

/** What a recipe takes for granted in its shop. */
export interface RecipeShop {
  readonly sandboxGroup?: Partial<SandboxTerminalGroup>;
  readonly group?: Partial<TerminalGroupOptions>;
  /** Of what the code exports, what Nest makes; and what the shop adds. */
  readonly parts: (code: RecipeCode) => RecipeParts;
}

/** A shop with the code of a recipe in it, and the sandbox that it is paid through. For the tests of one block. */
export class RecipeStage {
  private running: { shop: ShopHost; sandbox: RunningSandbox; code: RecipeCode } | undefined;
  private folder = '';

  constructor(
    private readonly recipe: string,
    private readonly about: RecipeShop,
  ) {
    beforeAll(() => this.start());
    afterAll(() => this.stop());
  }

  get shop(): ShopHost {
    return this.running!.shop;
  }

  /** Where the service answers, without `/v1/json`. */
  get serviceUrl(): string {
    return this.running!.sandbox.url;
  }

  get sandbox(): RunningSandbox['sandbox'] {
    return this.running!.sandbox.sandbox;
  }

  /** What the shop has made of a class that the recipe exports. */
  made<T>(name: string): T {
    return this.shop.app.get<T>(this.running!.code[name]!);
  }

  /** Waits until something holds, while notifications arrive and handlers run. */
  async until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    await waitFor(holds, { what });
  }

  private async start(): Promise<void> {
    this.folder = recipeFolder();
    const code = await loadRecipe(this.recipe, this.folder);
    const { group = {}, sandboxGroup = {}, parts } = this.about;
    const name = group.name ?? 'web';
    const apiKey = canaryKey('web');
    const sandbox = await startSandbox({ terminalGroups: [{ name, apiKey, ...sandboxGroup }] });
    const [port] = await freePorts();
    const notificationUrl = `http://127.0.0.1:${port}/payments/notifications/${name}`;
    const plain: TerminalGroupOptions = {
      name,
      mode: 'sandbox',
      apiKeys: [apiKey],
      baseUrl: sandbox.url,
      notificationUrl,
    };
    const { controllers = [], providers = [], entities = [] } = parts(code);
    @Module({ controllers, providers })
    class RecipeModule {}
    const options = { terminalGroups: [{ ...plain, ...group }] };
    const shop = await startShop({ port, imports: [RecipeModule], entities, options });
    this.running = { shop, sandbox, code };
  }

  private async stop(): Promise<void> {
    await this.running?.shop.close();
    await this.running?.sandbox.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
