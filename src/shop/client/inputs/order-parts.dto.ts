import type { CustomInfo, GatewayInfoInput, PluginInput } from '../../../protocol/index.js';
import {
  DATE_RULES,
  EMAIL_RULES,
  FIELD_RULES,
  ISSUER_ID_RULES,
  PHONE_RULES,
  TERMINAL_ID_RULES,
} from '../../../protocol/rules/index.js';
import { OptionalField } from './field.decorators.js';
import { OpenFields } from '../../core/index.js';

/** What is judged of a {@link GatewayInfoInput}; other fields are passed on as they are. */
@OpenFields()
export class GatewayInfoDto implements GatewayInfoInput {
  @OptionalField(ISSUER_ID_RULES)
  readonly issuer_id?: string | null;

  @OptionalField(TERMINAL_ID_RULES)
  readonly terminal_id?: string | null;

  @OptionalField(PHONE_RULES)
  readonly phone?: string | null;

  @OptionalField(EMAIL_RULES)
  readonly email?: string | null;

  @OptionalField(DATE_RULES)
  readonly birthday?: string | null;

  @OptionalField(FIELD_RULES)
  readonly gender?: string | null;

  @OptionalField(FIELD_RULES)
  readonly account_id?: string | null;

  @OptionalField(FIELD_RULES)
  readonly account_holder_name?: string | null;

  @OptionalField(FIELD_RULES)
  readonly account_holder_iban?: string | null;

  readonly [field: string]: unknown;
}

/** What is judged of a {@link CustomInfo}. */
export class CustomInfoDto implements Partial<CustomInfo> {
  @OptionalField(FIELD_RULES)
  readonly custom_1?: string | null;

  @OptionalField(FIELD_RULES)
  readonly custom_2?: string | null;

  @OptionalField(FIELD_RULES)
  readonly custom_3?: string | null;
}

/** What is judged of a {@link PluginInput}. */
export class PluginDto implements PluginInput {
  @OptionalField(FIELD_RULES)
  readonly shop?: string | null;

  @OptionalField(FIELD_RULES)
  readonly shop_version?: string | null;

  @OptionalField(FIELD_RULES)
  readonly plugin_version?: string | null;

  @OptionalField(FIELD_RULES)
  readonly partner?: string | null;

  @OptionalField(FIELD_RULES)
  readonly shop_root_url?: string | null;
}
