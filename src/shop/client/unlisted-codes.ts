import { Injectable, Logger } from '@nestjs/common';
import { isListedCode, type PaymentError } from '../../protocol/index.js';

/** Most different codes that are logged. It bounds the memory. */
const MAX_REPORTED = 500;

/**
 * Logs once per code and process that the service answered with an error for which this package has no row (decision 011).
 */
@Injectable()
export class UnlistedCodes {
  private readonly logger = new Logger('Tillbridge:Errors');
  private readonly reported = new Set<number>();

  /** Checks a failure. It logs only an unlisted, new code, and not the service's text. */
  note(error: PaymentError): void {
    const { serviceCode } = error;
    if (serviceCode === null || isListedCode(serviceCode) || this.reported.has(serviceCode)) return;
    if (this.reported.size >= MAX_REPORTED) return;
    this.reported.add(serviceCode);
    const what = `The service answered with error ${serviceCode}, which is not documented`;
    this.logger.warn(`${what} (terminal group ${error.group ?? 'unknown'}). ${error.advice} See ${error.docs}.`);
  }
}
