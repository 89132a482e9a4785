const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Makes the cursor that stands for a place in the list: opaque to the shop, and the same however many transactions
 * come in meanwhile, because it names a transaction and not a position.
 */
export function listCursor(transactionKey: string): string {
  return Buffer.from(transactionKey.replaceAll('-', ''), 'hex').toString('base64url');
}

/** The sandbox's own key of the transaction that a cursor names; null when it is no cursor. */
export function readListCursor(cursor: string): string | null {
  const hex = Buffer.from(cursor, 'base64url').toString('hex');
  const key = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return ID.test(key) && listCursor(key) === cursor ? key : null;
}
