import { json } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Middleware } from '@vendure/core';
import { NOTIFICATION_PATH } from '../constants';

/** Notifications may have this much. */
const LIMIT = '256kb';

const keepBytes = (request: IncomingMessage & { rawBody?: Buffer }, _response: ServerResponse, bytes: Buffer): void => {
  request.rawBody = bytes;
};

/** Keeps the bytes of notifications, by which they are verified; other routes are parsed as before. */
export const rawBodyMiddleware = (): Middleware => ({
  route: `/${NOTIFICATION_PATH}`,
  beforeListen: true,
  handler: json({ limit: LIMIT, verify: keepBytes }),
});
