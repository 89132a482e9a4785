import type { AddressInput, CustomerInput } from '../../../protocol/index.js';
import {
  BROWSER_FACT_RULES,
  COUNTRY_RULES,
  DATE_RULES,
  EMAIL_RULES,
  FIELD_RULES,
  PHONE_RULES,
  SWITCH_RULES,
} from '../../../protocol/rules/index.js';
import { inputOf, OptionalField, type InputFields } from './field.decorators.js';

const ADDRESS: InputFields<AddressInput> = {
  first_name: OptionalField(FIELD_RULES),
  last_name: OptionalField(FIELD_RULES),
  company_name: OptionalField(FIELD_RULES),
  address1: OptionalField(FIELD_RULES),
  address2: OptionalField(FIELD_RULES),
  house_number: OptionalField(FIELD_RULES),
  zip_code: OptionalField(FIELD_RULES),
  city: OptionalField(FIELD_RULES),
  state: OptionalField(FIELD_RULES),
  country: OptionalField(COUNTRY_RULES),
  country_name: OptionalField(FIELD_RULES),
  phone: OptionalField(PHONE_RULES),
  phone1: OptionalField(PHONE_RULES),
  phone2: OptionalField(PHONE_RULES),
  email: OptionalField(EMAIL_RULES),
};

/** The rules for an {@link AddressInput}. */
export const AddressDto = inputOf<AddressInput>(ADDRESS);

/** The rules for a {@link CustomerInput}. */
export const CustomerDto = inputOf<CustomerInput>({
  ...ADDRESS,
  locale: OptionalField(BROWSER_FACT_RULES),
  ip_address: OptionalField(BROWSER_FACT_RULES),
  forwarded_ip: OptionalField(BROWSER_FACT_RULES),
  reference: OptionalField(FIELD_RULES),
  cocnumber: OptionalField(FIELD_RULES),
  birthday: OptionalField(DATE_RULES),
  gender: OptionalField(FIELD_RULES),
  user_agent: OptionalField(BROWSER_FACT_RULES),
  referrer: OptionalField(BROWSER_FACT_RULES),
  disable_send_email: OptionalField(SWITCH_RULES),
});
