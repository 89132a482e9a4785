import { Module } from '@nestjs/common';
import { ERROR_ANSWERS, TILLBRIDGE_OPTIONS, type TillbridgeOptions } from '../core/index.js';

/** How failures are answered to the shop's own clients. Needs only the options, and no database. */
@Module({
  providers: [
    {
      provide: ERROR_ANSWERS,
      inject: [TILLBRIDGE_OPTIONS],
      useFactory: (options: TillbridgeOptions) => options?.errors ?? {},
    },
  ],
  exports: [ERROR_ANSWERS],
})
export class ErrorsModule {}
