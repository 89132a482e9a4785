import type { NotificationSettings } from '../core/index.js';

const NOT_ASCII = /[^\x20-\x7e]/g;

const QUIRKS: Readonly<Record<NotificationSettings['bodyQuirk'], (body: string) => string>> = {
  none: (body) => body,
  // After the first colon, which in an object always stands between a key and its value.
  'stray-space': (body) => body.replace(':', ': '),
  'escaped-unicode': (body) =>
    body.replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
};

/** Writes an order's JSON with a peculiarity that changes its bytes but no value (protocol §5.2). */
export function withQuirk(body: string, quirk: NotificationSettings['bodyQuirk']): string {
  return QUIRKS[quirk](body);
}
