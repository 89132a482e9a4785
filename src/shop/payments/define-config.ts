import type { DynamicModule, INestApplication, NestApplicationOptions, Type } from '@nestjs/common';

/** A module from which an application can be created. */
export type RootModule = Type | DynamicModule;

/** What `tillbridge.config.mjs` tells the command line about its shop. */
export interface TillbridgeConfig {
  /** The application's root module, as `main` passes it to `NestFactory.create`. Called once. */
  readonly module: () => RootModule | Promise<RootModule>;
  /**
   * Creates the application as `main` does: adapter, global prefix, raw body, middleware; it neither listens nor calls
   * `init`. Pass the second parameter on to `NestFactory.create`: it keeps the log off standard output and lets errors be
   * thrown. Without `create` the application is created with Express and `rawBody: true`, and `doctor` cannot know how `main`
   * creates it.
   */
  readonly create?: (module: RootModule, options: NestApplicationOptions) => Promise<INestApplication>;
  /** The shop's public address: `https://shop.example`. `doctor` sends its test notifications there, too. */
  readonly url?: string;
}

/**
 * Gives the configuration of the command line its type.
 *
 * @example
 * ```ts
 * // tillbridge.config.mjs, in the folder of the shop's package.json
 * import { NestFactory } from '@nestjs/core';
 * import { defineConfig } from 'tillbridge';
 *
 * export default defineConfig({
 *   module: async () => (await import('./dist/app.module.js')).AppModule,
 *   create: (module, options) => NestFactory.create(module, { ...options, rawBody: true }),
 * });
 * ```
 */
export const defineConfig = (config: TillbridgeConfig): TillbridgeConfig => config;
