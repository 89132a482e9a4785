import type { CustomerInput } from '../../../protocol/index.js';
import { DATE_RULES, FIELD_RULES, IP_RULES, LOCALE_RULES, SWITCH_RULES } from '../../../protocol/rules/index.js';
import { AddressDto } from './address.dto.js';
import { OptionalField } from './field.decorators.js';

/** What is judged of a {@link CustomerInput}. */
export class CustomerDto extends AddressDto implements CustomerInput {
  @OptionalField(LOCALE_RULES)
  readonly locale?: string | null;

  @OptionalField(IP_RULES)
  readonly ip_address?: string | null;

  @OptionalField(IP_RULES)
  readonly forwarded_ip?: string | null;

  @OptionalField(FIELD_RULES)
  readonly reference?: string | null;

  @OptionalField(FIELD_RULES)
  readonly cocnumber?: string | null;

  @OptionalField(DATE_RULES)
  readonly birthday?: string | null;

  @OptionalField(FIELD_RULES)
  readonly gender?: string | null;

  @OptionalField(FIELD_RULES)
  readonly user_agent?: string | null;

  @OptionalField(FIELD_RULES)
  readonly referrer?: string | null;

  @OptionalField(SWITCH_RULES)
  readonly disable_send_email?: boolean | null;
}
