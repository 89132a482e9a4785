import type { Fault as OptionFault } from '../../../protocol/index.js';
import { appliesTo, FAULT_KINDS, FAULT_OPERATIONS, isFaultKind, isFaultOperation } from './fault-rules.js';
import type { FaultDetails, FaultOptions } from './fault.types.js';

/** The longest delay of a fault: a day, in milliseconds. */
export const LONGEST_FAULT_MS = 86_400_000;

const MOST_TIMES = 10_000;

/** Options from outside: each may have any value. */
type Unchecked<T> = { readonly [Name in keyof T]?: unknown };

interface Range {
  readonly least: number;
  readonly most: number;
}

const DETAIL_RANGES: Readonly<Record<keyof FaultDetails, Range>> = {
  delayMs: { least: 0, most: LONGEST_FAULT_MS },
  lagMs: { least: 1, most: LONGEST_FAULT_MS },
  status: { least: 500, most: 599 },
  skewMs: { least: -LONGEST_FAULT_MS * 365, most: LONGEST_FAULT_MS * 365 },
  retryAfterSeconds: { least: 0, most: 3_600 },
  amount: { least: 1, most: Number.MAX_SAFE_INTEGER },
};

/** The faults in the details of a fault. */
export function checkFaultDetails(details: Unchecked<FaultDetails>, path: string): OptionFault[] {
  return Object.entries(DETAIL_RANGES).flatMap(([name, range]) => {
    const value: unknown = Reflect.get(details, name);
    return value === undefined || isWithin(value, range)
      ? []
      : [{ path: `${path}.${name}`, message: `must be an integer, ${range.least} to ${range.most}` }];
  });
}

/** The faults in the options of faults by chance. */
export function checkFaultOptions(options: Unchecked<FaultOptions>, path = 'faults'): OptionFault[] {
  if (typeof options !== 'object' || options === null) return [{ path, message: 'must be an object' }];
  const faults = checkFaultDetails(options, path);
  if (!Number.isSafeInteger(options.seed)) faults.push({ path: `${path}.seed`, message: 'must be an integer' });
  return [...faults, ...operationFaults(options.operations, path), ...probabilityFaults(options.probabilities, path)];
}

/** The faults of a scripted fault. */
export function checkScript(operation: unknown, kind: unknown, times: unknown): OptionFault[] {
  if (!isFaultOperation(operation)) return [{ path: 'operation', message: `must be ${FAULT_OPERATIONS.join(', ')}` }];
  if (!isFaultKind(kind)) return [{ path: 'kind', message: `must be ${FAULT_KINDS.join(', ')}` }];
  const faults = appliesTo(kind, operation)
    ? []
    : [{ path: 'kind', message: `"${kind}" cannot strike a ${operation}` }];
  if (isWithin(times, { least: 1, most: MOST_TIMES })) return faults;
  return [...faults, { path: 'times', message: `must be an integer, 1 to ${MOST_TIMES}` }];
}

function operationFaults(operations: unknown, path: string): OptionFault[] {
  const good = operations === undefined || (Array.isArray(operations) && operations.every(isFaultOperation));
  return good ? [] : [{ path: `${path}.operations`, message: `must be a list of ${FAULT_OPERATIONS.join(', ')}` }];
}

function probabilityFaults(probabilities: unknown, path: string): OptionFault[] {
  if (probabilities === undefined) return [];
  if (typeof probabilities !== 'object' || probabilities === null) {
    return [{ path: `${path}.probabilities`, message: 'must be an object' }];
  }
  const faults = Object.entries(probabilities).flatMap(([kind, value]) => {
    const at = `${path}.probabilities.${kind}`;
    if (!isFaultKind(kind)) return [{ path: at, message: 'is no kind of fault' }];
    return isChance(value) ? [] : [{ path: at, message: 'must be 0 to 1' }];
  });
  return faults.length > 0 ? faults : sumFaults(probabilities, path);
}

function sumFaults(probabilities: object, path: string): OptionFault[] {
  const over = FAULT_OPERATIONS.find((operation) => {
    const kinds = FAULT_KINDS.filter((kind) => appliesTo(kind, operation));
    // A small tolerance for the rounding of sums such as ten times 0.1.
    return kinds.reduce((sum, kind) => sum + Number(Reflect.get(probabilities, kind) ?? 0), 0) > 1 + 1e-9;
  });
  return over === undefined
    ? []
    : [{ path: `${path}.probabilities`, message: `must add up to at most 1 for a ${over}` }];
}

function isChance(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function isWithin(value: unknown, { least, most }: Range): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most;
}
