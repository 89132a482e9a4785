import { Module, type DynamicModule } from '@nestjs/common';
import { EXTRAS, TILLBRIDGE_OPTIONS } from './tokens.js';
import type { TillbridgeExtras } from './options/tillbridge.options.js';

/** The options, as the host gave them; everything that is decided by them imports this or {@link CoreModule}. */
@Module({})
export class OptionsModule {
  /**
   * @param definition - what Nest's builder made of the host's `forRoot` or `forRootAsync`
   * @param extras - the structure that is fixed when the module is imported
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
