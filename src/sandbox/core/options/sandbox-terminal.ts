import { AsIs } from '../../../support/fields/field.decorators.js';
/**
 * A till of a terminal group (protocol §2.10).
 *
 * @example
 * const terminal: SandboxTerminal = { id: 'T1', name: 'Counter', provider: 'CTAP' };
 */
export class SandboxTerminal {
  /** The value of `gateway_info.terminal_id` in an order: letters, digits, `-`, `_`, at most 50. */
  @AsIs()
  id: string;

  /** Its name for people. Default: the id. */
  @AsIs()
  name?: string;

  /** Its manufacturer. Default `SMARTPOS`. */
  @AsIs()
  provider?: 'SMARTPOS' | 'CTAP' | 'VERIFONE';

  /** Whether it takes payments. Default true. */
  @AsIs()
  active?: boolean;
}
