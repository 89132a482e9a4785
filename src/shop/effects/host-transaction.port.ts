import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { EntityManager } from 'typeorm';
import { engineOf, retryReason } from '../../database/engine/index.js';
import { isPaymentError, type PaymentError } from '../../protocol/index.js';
import {
  ErrorRedactor,
  isHostTransaction,
  messages,
  optionsError,
  refusal,
  SETTINGS,
  type HostTransaction,
  type HostTransactionSource,
  type TillbridgeSettings,
} from '../core/index.js';
import { WatchedCall } from './watched-call.js';

const CODE = 'HOST_TRANSACTION_MISUSED';

const misused = (what: string): PaymentError => refusal({ code: CODE, kind: 'configuration', message: what });

/** Whether an error means that the host's `run` has broken its rules. It then counts before any error of the handler. */
export const isMisuse = (error: unknown): boolean => isPaymentError(error) && error.code === CODE;

/** Runs handlers through the host's {@link HostTransaction}, if there is one, and enforces its rules. */
@Injectable()
export class HostTransactionPort implements OnModuleInit {
  private host: HostTransaction | undefined;

  constructor(
    private readonly modules: ModuleRef,
    private readonly texts: ErrorRedactor,
    @Inject(SETTINGS) private readonly settings: TillbridgeSettings,
  ) {}

  /**
   * Resolved late: a host's service may itself need services of this module.
   *
   * @throws PaymentError `OPTIONS_INVALID` when there is no such provider, or it is not a HostTransaction
   */
  onModuleInit(): void {
    const { hostTransaction } = this.settings.effects;
    if (hostTransaction !== undefined) this.host = this.find(hostTransaction);
  }

  /** Whether the host's services write a table on their own on purpose. */
  keepsSeparate(table: string): boolean {
    return this.host?.separateTables?.includes(table) ?? false;
  }

  /**
   * Runs a handler inside the transaction.
   *
   * @throws the error of the handler, or of the host's `run`; PaymentError `HOST_TRANSACTION_MISUSED`
   */
  async join(tx: EntityManager, effect: string, work: () => Promise<unknown>): Promise<void> {
    if (!this.host) return void (await work());
    const use = new WatchedCall();
    // The writes of a failed run stay in the transaction, so the work may not be called again.
    const refuseRepeat = (): never => {
      throw misused(messages.hostTransactionTwice(effect));
    };
    try {
      await this.host.run(tx, async () => void (await use.run(work, refuseRepeat)));
    } catch (error) {
      throw use.state === 'failed' ? use.error : error;
    }
    const fault = faultOf(use, effect, this.texts);
    if (fault === undefined) return;
    // A deadlock must be recognised, so that the transaction is repeated.
    throw retryReason(engineOf(tx.connection), use.error) === undefined ? misused(fault) : use.error;
  }

  private find(source: HostTransactionSource): HostTransaction {
    const found: unknown = isHostTransaction(source) ? source : this.provided(source);
    if (isHostTransaction(found)) return found;
    throw optionsError([messages.hostTransactionUnknown]);
  }

  /** From any module, like handlers. A request-scoped provider cannot be resolved here. */
  private provided(token: Exclude<HostTransactionSource, HostTransaction>): unknown {
    try {
      return this.modules.get(token, { strict: false });
    } catch {
      return undefined;
    }
  }
}

/** The rule that a successful `run` has broken, if any. */
function faultOf({ calls, state, error }: WatchedCall, effect: string, texts: ErrorRedactor): string | undefined {
  if (calls > 1) return messages.hostTransactionTwice(effect);
  if (state === 'not-called') return messages.hostTransactionIdle(effect);
  if (state === 'running') return messages.hostTransactionLeft(effect);
  return state === 'failed' ? messages.hostTransactionSwallowed(effect, texts.of(error)) : undefined;
}
