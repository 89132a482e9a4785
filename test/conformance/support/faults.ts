import { expect } from '@jest/globals';
import type { ServiceReply } from './service-call.js';

/** The HTTP status that goes with a code: 401 for the key, 404 for everything else (docs of the API lump them so). */
const STATUS_OF: Readonly<Record<number, number>> = { 1032: 401 };

/** Expects the error envelope: `success` false, an empty `data`, the code, a text, and the HTTP status of that code. */
export function expectFault(reply: ServiceReply, code: number): void {
  expect(reply.json).toEqual({ success: false, data: {}, error_code: code, error_info: expect.any(String) });
  expect(reply.json['error_info']).not.toBe('');
  expect([reply.status, reply.type]).toEqual([STATUS_OF[code] ?? 404, expect.stringMatching(/^application\/json\b/)]);
}
