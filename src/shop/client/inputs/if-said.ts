import { ValidateIf } from 'class-validator';

/** Not said is fine. `null` is not: it might have been meant to filter, and would list everything. */
export const IfSaid = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);
