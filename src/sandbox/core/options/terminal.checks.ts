import type { Fault } from '../../../protocol/index.js';
import type { SandboxTerminal } from './sandbox-terminal.js';

const ID = /^[\w-]{1,50}$/;
const PROVIDERS: ReadonlySet<unknown> = new Set(['SMARTPOS', 'CTAP', 'VERIFONE']);

/** Checks the tills of one terminal group. */
export function checkTerminals(terminals: readonly SandboxTerminal[]): Fault[] {
  if (!Array.isArray(terminals)) return [{ path: '', message: 'must be a list of terminals' }];
  const ids = terminals.map(({ id }) => id);
  return terminals.flatMap(({ id, provider = 'SMARTPOS' }, index) => {
    const faults: Fault[] = [];
    if (!ID.test(id ?? ''))
      faults.push({ path: `[${index}].id`, message: 'must be 1 to 50 letters, digits, "-" or "_"' });
    if (ids.indexOf(id) < index)
      faults.push({ path: `[${index}].id`, message: 'is the same as that of an earlier one' });
    if (!PROVIDERS.has(provider)) {
      faults.push({ path: `[${index}].provider`, message: 'must be SMARTPOS, CTAP or VERIFONE' });
    }
    return faults;
  });
}
