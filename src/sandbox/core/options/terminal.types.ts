/** A till of a terminal group (protocol §2.10). */
export interface SandboxTerminal {
  /** What an order names as `gateway_info.terminal_id`: letters, digits, `-`, `_`, at most 50. */
  id: string;

  /** What people call it. Default: the id. */
  name?: string;

  /** Who makes it work. Default `SMARTPOS`. */
  provider?: 'SMARTPOS' | 'CTAP' | 'VERIFONE';

  /** Whether it takes payments. Default true. */
  active?: boolean;
}
