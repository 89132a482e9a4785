import type { ApplePaySessionInput, UpdateTokenInput } from '../../../protocol/index.js';
import { CARD_EXPIRY_RULES, HOST_NAME_RULES, SECURE_LINK_RULES } from '../../../protocol/rules/index.js';
import { inputOf, RequiredField } from './field.decorators.js';

/** The rules for an {@link UpdateTokenInput}. */
export const UpdateTokenDto = inputOf<UpdateTokenInput>({ expiryDate: RequiredField(CARD_EXPIRY_RULES) });

/** The rules for an {@link ApplePaySessionInput}. */
export const ApplePaySessionDto = inputOf<ApplePaySessionInput>({
  originDomain: RequiredField(HOST_NAME_RULES),
  validationUrl: RequiredField(SECURE_LINK_RULES),
});
