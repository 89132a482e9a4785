import { DAY } from './retention-stage.js';

/** Now. */
export const NOON = Date.UTC(2026, 0, 15, 12);
/** Personal data that is as old as this stays for one more millisecond. */
export const DATA = NOON - 30 * DAY;
/** What must be gone afterwards. */
export const WORDS = 'ann@example.org';

/** A notification of the inbox. */
export const notification = (id: string, state: string, dueAt: number, change: object = {}) => {
  const times = { signedAt: 0, receivedAt: 0, doneAt: null, dueAt };
  const what = { id, deliveryKey: id, group: 'web', orderId: 'A', keyId: 'k', body: Buffer.from('{}'), parts: 0 };
  return { ...what, ...times, state, attempts: 1, lastError: WORDS, ...change };
};

/** An effect in the outbox. */
export const effect = (id: string, state: string, dueAt: number, change: object = {}) => {
  const what = { id, group: 'web', orderId: 'A', transitionId: 't', version: 1, effect: 'e' };
  return { ...what, state, attempts: 1, dueAt, createdAt: 0, lastError: WORDS, ...change };
};

/** A poll of an attempt. */
export const poll = (id: string, state: string, dueAt: number, change: object = {}) => {
  const what = { id, group: 'web', serviceOrderId: id, state, attempts: 0, lastError: WORDS };
  return { ...what, dueAt, polledAt: 0, askedAt: 0, openedAt: 0, ...change };
};
