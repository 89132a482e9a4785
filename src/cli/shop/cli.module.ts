import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import type { RootModule } from '../../shop/index.js';
import { PROCESS_ROLE } from '../../shop/core/index.js';

/**
 * The shop's root module, together with the mark that this process is the command line. All parts of the package that
 * start work by themselves in a server check this mark.
 */
@Global()
@Module({})
export class CliModule {
  /** @param root - the shop's own root module */
  static around(root: RootModule): DynamicModule {
    return {
      module: CliModule,
      imports: [root, DiscoveryModule],
      providers: [{ provide: PROCESS_ROLE, useValue: 'cli' }],
      exports: [PROCESS_ROLE],
    };
  }
}
