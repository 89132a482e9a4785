import { Injectable, Logger } from '@nestjs/common';
import { isListedCode, type PaymentError } from '../../protocol/index.js';

/** More different codes than this are no news any more; it bounds the memory. */
const MAX_REPORTED = 500;

/**
 * Says once per code and process that the service answered with an error that this package has no row for
 * (decision 011).
 */
@Injectable()
export class UnlistedCodes {
  private readonly logger = new Logger('Tillbridge:Errors');
  private readonly reported = new Set<number>();

  /** Looks at a failure; nothing happens unless its code is unlisted and new. The service's words are not logged. */
  note(error: PaymentError): void {
    const { serviceCode } = error;
    if (serviceCode === null || isListedCode(serviceCode) || this.reported.has(serviceCode)) return;
    if (this.reported.size >= MAX_REPORTED) return;
    this.reported.add(serviceCode);
    const what = `The service answered with error ${serviceCode}, which is not documented`;
    this.logger.warn(`${what} (terminal group ${error.group ?? 'unknown'}). ${error.advice} See ${error.docs}.`);
  }
}
