import { createHmac } from 'node:crypto';
import type { ReceivedRequest } from './receiver.js';
import { TILL_KEY, WEB_KEY } from './keys.js';

/**
 * What is wrong with a captured notification by spec §2.1 and §5, computed from its raw bytes with node:crypto alone:
 * none of the package's own code is asked. Null: nothing.
 */
export function wireFault(request: ReceivedRequest): string | null {
  const { method, query, headers, body } = request;
  const seconds = query.get('timestamp') ?? '';
  if (!/^\d{10}$/.test(seconds)) return `timestamp "${seconds}" is not unix seconds`;
  if (query.getAll('transactionid').length !== 1) return 'transactionid is not there once';
  if (method === 'GET')
    return headers['auth'] === undefined && body.length === 0 ? null : 'a GET carries more than a query';
  const [timestamp, mac, ...rest] = Buffer.from(String(headers['auth']), 'base64').toString('latin1').split(':');
  if (timestamp !== seconds) return `the signed time is ${timestamp}, that of the query ${seconds}`;
  if (rest.length > 0 || !/^[0-9a-f]{128}$/.test(mac ?? '')) return 'Auth is not <timestamp>:<hex signature>';
  const macs = [WEB_KEY, TILL_KEY].map((key) =>
    createHmac('sha512', key)
      .update(Buffer.concat([Buffer.from(`${timestamp}:`), body]))
      .digest('hex'),
  );
  return macs.includes(mac ?? '') ? null : 'the signature is not that of the bytes on the wire';
}
