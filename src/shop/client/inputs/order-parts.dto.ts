import type { CustomInfo, GatewayInfoInput, PluginInput } from '../../../protocol/index.js';
import {
  DATE_RULES,
  EMAIL_RULES,
  FIELD_RULES,
  ISSUER_ID_RULES,
  PHONE_RULES,
  TERMINAL_ID_RULES,
} from '../../../protocol/rules/index.js';
import { inputOf, OptionalField } from './field.decorators.js';

/** The rules for a {@link GatewayInfoInput}; other fields are passed on unchanged. */
export const GatewayInfoDto = inputOf<GatewayInfoInput>(
  {
    issuer_id: OptionalField(ISSUER_ID_RULES),
    terminal_id: OptionalField(TERMINAL_ID_RULES),
    phone: OptionalField(PHONE_RULES),
    email: OptionalField(EMAIL_RULES),
    birthday: OptionalField(DATE_RULES),
    gender: OptionalField(FIELD_RULES),
    account_id: OptionalField(FIELD_RULES),
    account_holder_name: OptionalField(FIELD_RULES),
    account_holder_iban: OptionalField(FIELD_RULES),
  },
  'open',
);

/** The rules for a {@link CustomInfo}. */
export const CustomInfoDto = inputOf<Partial<CustomInfo>>({
  custom_1: OptionalField(FIELD_RULES),
  custom_2: OptionalField(FIELD_RULES),
  custom_3: OptionalField(FIELD_RULES),
});

/** The rules for a {@link PluginInput}. */
export const PluginDto = inputOf<PluginInput>({
  shop: OptionalField(FIELD_RULES),
  shop_version: OptionalField(FIELD_RULES),
  plugin_version: OptionalField(FIELD_RULES),
  partner: OptionalField(FIELD_RULES),
  shop_root_url: OptionalField(FIELD_RULES),
});
