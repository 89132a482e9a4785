/** Which copy of the package this host has loaded, and whether it recognises errors of the other one. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isPaymentError } from 'tillbridge';

const load = createRequire(join(process.cwd(), 'host.js'));
const isLoaded = (): boolean => Object.keys(load.cache).some((path) => path.includes('/node_modules/tillbridge/'));

/** Call it before {@link knowsOtherCopy}, which loads both. */
export const loadedCopy = (): 'cjs' | 'esm' => (isLoaded() ? 'cjs' : 'esm');

/** One process may load both copies, for example if a CommonJS host loads an ESM dependency that uses the package. */
export async function knowsOtherCopy(): Promise<boolean> {
  const required: typeof import('tillbridge/protocol') = load('tillbridge/protocol');
  const imported = await import('tillbridge/protocol');
  const failure = { code: 1032, text: '', operation: 'read', httpStatus: 401 } as const;
  const errors = [required.serviceError(failure), imported.serviceError(failure)];
  return errors.every((error) => isPaymentError(error)) && !isPaymentError(new Error('another'));
}
