import { AsIs } from '../../../support/fields/field.decorators.js';
/**
 * A till of a terminal group (protocol §2.10).
 *
 * @example
 * const terminal: SandboxTerminal = { id: 'T1', name: 'Counter', provider: 'CTAP' };
 */
export class SandboxTerminal {
  /** What an order names as `gateway_info.terminal_id`: letters, digits, `-`, `_`, at most 50. */
  @AsIs()
  id: string;

  /** What people call it. Default: the id. */
  @AsIs()
  name?: string;

  /** Who makes it work. Default `SMARTPOS`. */
  @AsIs()
  provider?: 'SMARTPOS' | 'CTAP' | 'VERIFONE';

  /** Whether it takes payments. Default true. */
  @AsIs()
  active?: boolean;
}
