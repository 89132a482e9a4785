import type { AddressInput } from '../../../protocol/index.js';
import { COUNTRY_RULES, EMAIL_RULES, FIELD_RULES, PHONE_RULES } from '../../../protocol/rules/index.js';
import { OptionalField } from './field.decorators.js';

/** What is judged of an {@link AddressInput}. */
export class AddressDto implements AddressInput {
  @OptionalField(FIELD_RULES)
  readonly first_name?: string | null;

  @OptionalField(FIELD_RULES)
  readonly last_name?: string | null;

  @OptionalField(FIELD_RULES)
  readonly company_name?: string | null;

  @OptionalField(FIELD_RULES)
  readonly address1?: string | null;

  @OptionalField(FIELD_RULES)
  readonly address2?: string | null;

  @OptionalField(FIELD_RULES)
  readonly house_number?: string | null;

  @OptionalField(FIELD_RULES)
  readonly zip_code?: string | null;

  @OptionalField(FIELD_RULES)
  readonly city?: string | null;

  @OptionalField(FIELD_RULES)
  readonly state?: string | null;

  @OptionalField(COUNTRY_RULES)
  readonly country?: string | null;

  @OptionalField(FIELD_RULES)
  readonly country_name?: string | null;

  @OptionalField(PHONE_RULES)
  readonly phone?: string | null;

  @OptionalField(PHONE_RULES)
  readonly phone1?: string | null;

  @OptionalField(PHONE_RULES)
  readonly phone2?: string | null;

  @OptionalField(EMAIL_RULES)
  readonly email?: string | null;
}
