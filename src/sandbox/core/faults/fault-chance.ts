import { appliesTo, FAULT_KINDS, FAULT_OPERATIONS } from '../options/fault-rules.js';
import type { FaultKind, FaultOperation, FaultOptions } from '../options/fault.types.js';

const TWO_TO_32 = 0x1_0000_0000;
const GOLDEN = 0x9e3779b9;

/** The random draw for one request: the fault, if any, and a number for the details that the fault leaves open. */
export interface Draw {
  readonly kind: FaultKind | null;
  readonly roll: number;
}

/** The finalizer of MurmurHash3: every bit of the result depends on every input bit. */
function mix(value: number): number {
  let hash = value >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * A number 0 ≤ x < 1 that looks random and depends only on the arguments.
 *
 * There is no internal state: the tenth create call gets the same fault, with any number of notifications in between.
 */
export function chanceOf(seed: number, ...path: readonly number[]): number {
  const hash = path.reduce((so, step) => mix(Math.imul(so ^ mix(step + GOLDEN), 5) + GOLDEN), mix(seed ^ GOLDEN));
  return hash / TWO_TO_32;
}

/**
 * Draws for the n-th request of an operation.
 *
 * @param mayStrike excludes kinds that make no sense for this request; their probability is not used by others.
 *
 * @example
 * ```ts
 * drawFault({ seed: 7, probabilities: { drop: 1 } }, { operation: 'read', number: 1 }).kind; // 'drop'
 * ```
 */
export function drawFault(
  options: FaultOptions,
  request: { operation: FaultOperation; number: number },
  mayStrike: (kind: FaultKind) => boolean = () => true,
): Draw {
  const { operation, number } = request;
  const stream = FAULT_OPERATIONS.indexOf(operation) + 1;
  const roll = chanceOf(options.seed, stream, number, 2);
  if (options.operations?.includes(operation) === false) return { kind: null, roll };
  const kinds = FAULT_KINDS.filter((kind) => appliesTo(kind, operation));
  const kind = pick(kinds, options.probabilities ?? {}, chanceOf(options.seed, stream, number, 1));
  return { kind: kind !== null && mayStrike(kind) ? kind : null, roll };
}

function pick(
  kinds: readonly FaultKind[],
  probabilities: Partial<Record<FaultKind, number>>,
  chance: number,
): FaultKind | null {
  let reached = 0;
  for (const kind of kinds) {
    reached += probabilities[kind] ?? 0;
    if (chance < reached) return kind;
  }
  return null;
}
