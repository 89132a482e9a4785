import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { PaymentError, type Fault } from '../../../protocol/index.js';

/**
 * Every fault of an input whose shape is a class with class-validator's decorators. A field that the class does not
 * have is a fault as well: a filter that is misspelt and ignored lists too much.
 */
export function faultsOf<T extends object>(shape: ClassConstructor<T>, input: object): Fault[] {
  const options = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false };
  return validateSync(plainToInstance(shape, input ?? {}), options).flatMap(toFaults);
}

/**
 * Lets a filter without faults pass.
 *
 * @throws PaymentError `FILTER_INVALID` listing the faults, when there are any
 */
export function refuseFaults(faults: readonly Fault[], group: string): void {
  if (faults.length === 0) return;
  const list = faults.map(({ path, message }) => `\n  - ${path}: ${message}`).join('');
  throw new PaymentError({
    code: 'FILTER_INVALID',
    message: `Nothing was asked of the service, the filter cannot be used:${list}`,
    kind: 'request',
    execution: 'not-executed',
    retry: 'no',
    httpStatus: 400,
    advice: 'Correct what is listed.',
    group,
    faults,
  });
}

function toFaults({ property, constraints = {} }: ValidationError): Fault[] {
  // One fault for a field: a value of the wrong kind breaks the other rules as well.
  const [name] = Object.keys(constraints);
  if (name === undefined) return [];
  const message = name === 'whitelistValidation' ? 'is not a known field' : constraints[name]!;
  return [{ path: property, message }];
}
