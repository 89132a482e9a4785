import type {
  CancelOrderInput,
  CancelReservationInput,
  CaptureInput,
  ShipmentInput,
  UpdateOrderInput,
} from '../../../protocol/index.js';
import {
  AMOUNT_RULES,
  CHANGE_RULES,
  DATE_RULES,
  DESCRIPTION_RULES,
  EXTENSION_RULES,
  FIELD_RULES,
  INVOICE_ID_RULES,
  LINK_RULES,
  oneOf,
  OWN_ID_RULES,
  PART_AMOUNT_RULES,
  REASON_RULES,
  SWITCH_RULES,
  WEB_ONLY_RULE,
} from '../../../protocol/rules/index.js';
import { type InputFields, inputOf, OptionalField, RequiredField } from './field.decorators.js';
import { readMoney } from '../../core/index.js';

/** The rules for an {@link UpdateOrderInput}. */
export const UpdateOrderDto = inputOf<UpdateOrderInput>({
  invoiceId: RequiredField([...CHANGE_RULES, ...INVOICE_ID_RULES]),
  invoiceUrl: OptionalField(LINK_RULES),
  memo: OptionalField(FIELD_RULES),
  poNumber: OptionalField(FIELD_RULES),
  extendExpiration: OptionalField(EXTENSION_RULES),
  reason: OptionalField(FIELD_RULES),
});

/** The rules for a {@link ShipmentInput}. */
export const ShipmentDto = inputOf<ShipmentInput>({
  amount: RequiredField(PART_AMOUNT_RULES, readMoney),
  carrier: OptionalField(FIELD_RULES),
  trackTraceCode: OptionalField(FIELD_RULES),
  trackTraceUrl: OptionalField(LINK_RULES),
  shipDate: OptionalField(DATE_RULES),
  invoiceId: OptionalField(INVOICE_ID_RULES),
  invoiceUrl: OptionalField(LINK_RULES),
  poNumber: OptionalField(FIELD_RULES),
  reason: OptionalField(FIELD_RULES),
  memo: OptionalField(FIELD_RULES),
});

/** The rules for a {@link CancelOrderInput}. */
export const CancelOrderDto = inputOf<CancelOrderInput>({
  session: OptionalField(oneOf('web', 'terminal')),
  excludeOrder: OptionalField([...SWITCH_RULES, WEB_ONLY_RULE]),
  reason: OptionalField([...FIELD_RULES, WEB_ONLY_RULE]),
});

/** The rules for each field of a {@link CaptureInput}. */
export const CAPTURE_FIELDS: InputFields<CaptureInput> = {
  amount: RequiredField(AMOUNT_RULES, readMoney),
  newOrderId: OptionalField(OWN_ID_RULES),
  invoiceId: OptionalField(INVOICE_ID_RULES),
  carrier: OptionalField(FIELD_RULES),
  trackTraceCode: OptionalField(FIELD_RULES),
  shipDate: OptionalField(DATE_RULES),
  reason: OptionalField(FIELD_RULES),
  description: OptionalField(DESCRIPTION_RULES),
};

/** The rules for a {@link CaptureInput}. */
export const CaptureDto = inputOf<CaptureInput>(CAPTURE_FIELDS);

/** The rules for a {@link CancelReservationInput}. */
export const CancelReservationDto = inputOf<CancelReservationInput>({
  reason: RequiredField(REASON_RULES),
  description: OptionalField(DESCRIPTION_RULES),
});
