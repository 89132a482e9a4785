const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SKIPPED = /^skip (0|[1-9]\d{0,8})$/;

/** A place in the list: next to the transaction with this key, or after a number of the newest transactions. */
export type CursorPlace = { readonly key: string } | { readonly skip: number };

/**
 * Makes the cursor for a place in the list, opaque to the shop. A cursor of a transaction stays valid when new
 * transactions come in.
 */
export function listCursor(place: CursorPlace): string {
  if ('skip' in place) return Buffer.from(`skip ${place.skip}`).toString('base64url');
  return Buffer.from(place.key.replaceAll('-', ''), 'hex').toString('base64url');
}

/** The place of a cursor; null if it is invalid. */
export function readListCursor(cursor: string): CursorPlace | null {
  const bytes = Buffer.from(cursor, 'base64url');
  const skipped = SKIPPED.exec(bytes.toString('latin1'))?.[1];
  const key = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const place: CursorPlace = skipped === undefined ? { key } : { skip: Number(skipped) };
  const isPlace = 'skip' in place || ID.test(place.key);
  return isPlace && listCursor(place) === cursor ? place : null;
}
