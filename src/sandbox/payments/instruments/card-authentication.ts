import type { SandboxSwitches } from '../../core/index.js';
import type { SandboxOrderEntity } from '../../orders/index.js';
import type { PaymentInstrument } from './payment-instrument.js';

/** The `reason` of a direct order while the bank of its card waits for the shopper's answer (3-D Secure). */
export const AWAITS_AUTHENTICATION = '3D Secure Authorization';

/** A card of a direct order. */
interface DirectCard {
  readonly method: string | null;
  readonly instrument: PaymentInstrument;
}

/**
 * Whether the bank asks the shopper about the card of a direct order. Apple Pay has done so on the device, and for a stored
 * card its first payment did.
 */
export const isAskedAbout = (
  { method, instrument }: DirectCard,
  { cardAuthentication }: Pick<SandboxSwitches, 'cardAuthentication'>,
): boolean => cardAuthentication === 'always' && instrument.kind === 'card' && method !== 'APPLEPAY';

/** Whether a direct order waits for the shopper's answer to the bank of the card. */
export const awaitsAuthentication = ({
  type,
  status,
  reason,
}: Pick<SandboxOrderEntity, 'type' | 'status' | 'reason'>): boolean =>
  type === 'direct' && status === 'initialized' && reason === AWAITS_AUTHENTICATION;
