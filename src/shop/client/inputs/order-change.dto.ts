import type {
  CancelOrderInput,
  CancelReservationInput,
  CaptureInput,
  Money,
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
import { OptionalField, RequiredField } from './field.decorators.js';
import { readMoney } from '../../core/index.js';

/** What is judged of an {@link UpdateOrderInput}. */
export class UpdateOrderDto implements UpdateOrderInput {
  @RequiredField([...CHANGE_RULES, ...INVOICE_ID_RULES])
  readonly invoiceId?: string;

  @OptionalField(LINK_RULES)
  readonly invoiceUrl?: string;

  @OptionalField(FIELD_RULES)
  readonly memo?: string;

  @OptionalField(FIELD_RULES)
  readonly poNumber?: string;

  @OptionalField(EXTENSION_RULES)
  readonly extendExpiration?: true;

  @OptionalField(FIELD_RULES)
  readonly reason?: string;
}

/** What is judged of a {@link ShipmentInput}. */
export class ShipmentDto implements ShipmentInput {
  @RequiredField(PART_AMOUNT_RULES, readMoney)
  readonly amount?: Money;

  @OptionalField(FIELD_RULES)
  readonly carrier?: string;

  @OptionalField(FIELD_RULES)
  readonly trackTraceCode?: string;

  @OptionalField(LINK_RULES)
  readonly trackTraceUrl?: string;

  @OptionalField(DATE_RULES)
  readonly shipDate?: string;

  @OptionalField(INVOICE_ID_RULES)
  readonly invoiceId?: string;

  @OptionalField(LINK_RULES)
  readonly invoiceUrl?: string;

  @OptionalField(FIELD_RULES)
  readonly poNumber?: string;

  @OptionalField(FIELD_RULES)
  readonly reason?: string;

  @OptionalField(FIELD_RULES)
  readonly memo?: string;
}

/** What is judged of a {@link CancelOrderInput}. */
export class CancelOrderDto implements CancelOrderInput {
  @OptionalField(oneOf('web', 'terminal'))
  readonly session?: 'web' | 'terminal';

  @OptionalField([...SWITCH_RULES, WEB_ONLY_RULE])
  readonly excludeOrder?: boolean;

  @OptionalField([...FIELD_RULES, WEB_ONLY_RULE])
  readonly reason?: string;
}

/** What is judged of a {@link CaptureInput}. */
export class CaptureDto implements CaptureInput {
  @RequiredField(AMOUNT_RULES, readMoney)
  readonly amount: Money;

  @OptionalField(OWN_ID_RULES)
  readonly newOrderId?: string;

  @OptionalField(INVOICE_ID_RULES)
  readonly invoiceId?: string;

  @OptionalField(FIELD_RULES)
  readonly carrier?: string;

  @OptionalField(FIELD_RULES)
  readonly trackTraceCode?: string;

  @OptionalField(DATE_RULES)
  readonly shipDate?: string;

  @OptionalField(FIELD_RULES)
  readonly reason?: string;

  @OptionalField(DESCRIPTION_RULES)
  readonly description?: string;
}

/** What is judged of a {@link CancelReservationInput}. */
export class CancelReservationDto implements CancelReservationInput {
  @RequiredField(REASON_RULES)
  readonly reason: string;

  @OptionalField(DESCRIPTION_RULES)
  readonly description?: string;
}
