import { json } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Middleware } from '@vendure/core';
import { NOTIFICATION_PATH } from '../constants';

/** The largest size of a notification. */
const LIMIT = '256kb';

const keepBytes = (request: IncomingMessage & { rawBody?: Buffer }, _response: ServerResponse, bytes: Buffer): void => {
  request.rawBody = bytes;
};

/** Keeps the bytes of notifications, which their verification needs; other routes are parsed as before. */
export const rawBodyMiddleware = (): Middleware => ({
  route: `/${NOTIFICATION_PATH}`,
  beforeListen: true,
  handler: json({ limit: LIMIT, verify: keepBytes }),
});
