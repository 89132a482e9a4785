/** Calls of the pages of a shop that may be dying. */
import { request } from 'node:http';

const PATIENCE_MS = 8_000;

/** One call on a connection of its own. @returns {Promise<{ status: number, text: string } | null>} null: no one answered */
export function callPage(method, url) {
  return new Promise((resolve) => {
    const call = request(url, { method, agent: false, signal: AbortSignal.timeout(PATIENCE_MS) }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      answer.once('end', () => resolve({ status: answer.statusCode, text }));
      answer.once('error', () => resolve(null)).once('close', () => resolve(null));
    });
    call.once('error', () => resolve(null)).end();
  });
}
