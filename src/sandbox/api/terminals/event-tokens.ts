import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { parseJson } from '../../../protocol/index.js';
import { SECOND_MS } from '../../../support/index.js';
import type { SandboxOrderEntity } from '../../orders/index.js';
import { SANDBOX_SETTINGS, type SandboxAccount, type SandboxSettings } from '../../core/index.js';

/** The rights of a token. */
export interface EventGrant {
  readonly sessionId: string;
  /** The terminal group whose order it is. */
  readonly group: string;
}

// Longer than the payment itself, so that the last event is still received.
const GRACE_SECONDS = 600;
const HEADER = encode({ alg: 'HS256', typ: 'JWT' });
const GRANTS = ['mbus:session.order', 'mbus:session.qr'];
// Signed with the token, so that a token's signature never equals one of a notification.
const PURPOSE = 'event stream of the sandbox';

/** Makes and checks the tokens of the event stream (protocol §7.1): JWT, HS256, opaque to the shop. */
@Injectable()
export class EventTokens {
  constructor(@Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings) {}

  /** A token for the events of one session. */
  make(order: SandboxOrderEntity, sessionId: string): string {
    const exp = Math.ceil(order.expiresAt / SECOND_MS) + GRACE_SECONDS;
    const text = `${HEADER}.${encode({ exp, grt: GRANTS, pid: sessionId, sub: 'pr' })}`;
    const account = this.settings.accounts.find(({ name }) => name === order.group);
    return account === undefined ? '' : `${text}.${signature(text, account)}`;
  }

  /** The rights of a token; null if it was not made here, or has expired. */
  read(token: string): EventGrant | null {
    const [header = '', payload = '', given = '', ...rest] = token.split('.');
    const text = `${header}.${payload}`;
    const account = this.settings.accounts.find((each) => isSame(signature(text, each), given));
    if (account === undefined || rest.length > 0) return null;
    const { exp, pid } = decode(payload);
    const isFresh = typeof exp === 'number' && exp * SECOND_MS > this.settings.clock.now();
    return isFresh && typeof pid === 'string' ? { sessionId: pid, group: account.name } : null;
  }
}

function signature(text: string, { apiKey }: SandboxAccount): string {
  const key = createHmac('sha256', apiKey).update(PURPOSE).digest();
  return createHmac('sha256', key).update(text).digest('base64url');
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode(payload: string): { exp?: unknown; pid?: unknown } {
  const parsed = parseJson(Buffer.from(payload, 'base64url').toString('utf8'));
  return parsed.ok && typeof parsed.value === 'object' && parsed.value !== null ? parsed.value : {};
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
