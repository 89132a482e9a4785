import { describe, expect, it } from '@jest/globals';
import { FIELD_RULES } from '../../../protocol/rules/index.js';
import { checkFields } from '../../core/index.js';
import { inputOf, OptionalField, type InputFields } from './field.decorators.js';

interface Parcel {
  readonly carrier?: string;
  readonly weight?: number;
  readonly [others: string]: unknown;
}

type Compiles<Fields> = Fields extends InputFields<Parcel> ? true : false;

describe('the class of an input', () => {
  const fields = { carrier: OptionalField(FIELD_RULES), weight: OptionalField([]) };
  const given = { carrier: 'Post', colour: 'red' };

  it('has a rule for each field of its interface: what is left out does not compile', () => {
    const whole: Compiles<typeof fields> = true;
    const leftOut: Compiles<{ carrier: PropertyDecorator }> = false;
    expect([whole, leftOut]).toEqual([true, false]);
  });

  it('takes the fields that it names, and others where it is open', () => {
    const colour = { path: 'colour', message: 'is no field that is known here' };
    expect(checkFields(inputOf<Parcel>(fields), given).faults).toEqual([colour]);
    expect(checkFields(inputOf<Parcel>(fields, 'open'), given)).toMatchObject({ value: given, faults: [] });
  });

  it('judges each field by its own rules', () => {
    const text = { path: 'carrier', message: 'must be text' };
    expect(checkFields(inputOf<Parcel>(fields), { carrier: 1, weight: 2 }).faults).toEqual([text]);
  });
});
