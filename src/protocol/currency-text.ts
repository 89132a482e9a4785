/**
 * A currency as the service writes it, in one spelling: ISO 4217 codes are in capitals.
 *
 * @returns `null` for no text; a text that is no code stays as it is, and `isCurrency` does not know it
 */
export const currencyText = (text: string | null): string | null => text?.trim().toUpperCase() ?? null;
