import type { DynamicModule, INestApplication, NestApplicationOptions, Type } from '@nestjs/common';

/** A module that an application can be made of. */
export type RootModule = Type | DynamicModule;

/** What `tillbridge.config.mjs` tells the command line of the shop it stands in. */
export interface TillbridgeConfig {
  /** The application's root module, as `main` gives it to `NestFactory.create`. Called once. */
  readonly module: () => RootModule | Promise<RootModule>;
  /**
   * Makes the application the way `main` does: adapter, global prefix, raw body, middleware; it neither listens nor calls
   * `init`. Pass the second parameter on to `NestFactory.create`: it keeps the log off standard output and makes errors
   * come back. Without `create` the application is made with Express and `rawBody: true`, and `doctor` cannot tell how
   * `main` makes it.
   */
  readonly create?: (module: RootModule, options: NestApplicationOptions) => Promise<INestApplication>;
  /** Where the shop answers, from outside: `https://shop.example`. `doctor` sends its test notifications there, too. */
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
