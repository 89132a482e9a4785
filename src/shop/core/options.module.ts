import { Module, type DynamicModule } from '@nestjs/common';
import { EXTRAS, TILLBRIDGE_OPTIONS } from './tokens.js';
import type { TillbridgeExtras } from './options/tillbridge.options.js';

/** The options as the host gave them. Modules that depend on them import this one or {@link CoreModule}. */
@Module({})
export class OptionsModule {
  /**
   * @param definition - what Nest's builder made of the host's `forRoot` or `forRootAsync`
   * @param extras - the structure that is fixed at the import of the module
   */
  static of({ imports, providers = [] }: DynamicModule, extras: TillbridgeExtras): DynamicModule {
    return {
      module: OptionsModule,
      imports: imports ?? [],
      providers: [...providers, { provide: EXTRAS, useValue: extras }],
      exports: [TILLBRIDGE_OPTIONS, EXTRAS],
    };
  }
}
