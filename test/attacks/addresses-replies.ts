import type { ServerResponse } from 'node:http';

/** What comes of a notification whose receiver does its worst. */
export type Verdict = 'refused' | 'oversized' | 'unreachable' | 'timeout' | 'acknowledged';

/** A receiver that would lead the sender astray, drown it, or keep it waiting. */
export interface EvilReply {
  readonly kind: string;
  readonly text: string;
  readonly verdict: Verdict;
  /** `trap`: where no one must ever come. */
  readonly answer: (response: ServerResponse, trap: string) => void;
}

const MEBIBYTE = 2 ** 20;
const DRIBBLE_MS = 5;
const LIMIT = 64 * 1_024;

/** Says something repeatedly until the other side has had enough. */
function repeat(response: ServerResponse, say: () => void): void {
  const timer = setInterval(say, DRIBBLE_MS);
  response.on('close', () => clearInterval(timer));
}

/** As fast as it is taken, without an end. */
function pour(response: ServerResponse): void {
  const block = Buffer.alloc(LIMIT / 4, 'O');
  const more = (): void => {
    while (!response.destroyed && response.write(block)) continue;
  };
  response.on('drain', more);
  more();
}

const redirect = (status: number, location: (trap: string) => string, text: string): EvilReply => ({
  kind: 'a redirect',
  text,
  verdict: 'refused',
  answer: (response, trap) => void response.writeHead(status, { Location: location(trap) }).end('OK'),
});

const replyWith = (headers: (trap: string) => Record<string, string>, text: string): EvilReply => ({
  kind: 'a hint to go elsewhere',
  text,
  verdict: 'acknowledged',
  answer: (response, trap) => void response.writeHead(200, headers(trap)).end('OK'),
});

const REDIRECTS: readonly EvilReply[] = [
  ...[300, 301, 302, 303, 305, 307, 308].map((status) => redirect(status, (trap) => trap, `${status} to this machine`)),
  redirect(302, (trap) => `/trap${new URL(trap).pathname}`, '302 to another path'),
  redirect(302, (trap) => trap.replace('http:', ''), '302 without a scheme'),
  redirect(302, () => 'http://169.254.169.254/', '302 to the metadata of a cloud'),
  redirect(302, () => 'file:///etc/passwd', '302 to a file'),
  redirect(201, (trap) => trap, '201 with a place'),
];

const HINTS: readonly EvilReply[] = [
  replyWith((trap) => ({ Refresh: `0; url=${trap}` }), 'Refresh'),
  replyWith((trap) => ({ 'Content-Location': trap }), 'Content-Location'),
  replyWith((trap) => ({ Link: `<${trap}>; rel=preload` }), 'Link'),
  replyWith((trap) => ({ 'Alt-Svc': `h2="${new URL(trap).host}"` }), 'Alt-Svc'),
  replyWith(
    (trap) => ({ 'Proxy-Authenticate': 'Basic', 'X-Forwarded-Host': new URL(trap).host }),
    'headers of proxies',
  ),
];

const LARGE: readonly EvilReply[] = [
  {
    kind: 'too large',
    text: 'one byte more than 64 KiB',
    verdict: 'oversized',
    answer: (response) => void response.end(Buffer.alloc(LIMIT + 1, 'O')),
  },
  {
    kind: 'too large',
    text: 'a gibibyte is announced',
    verdict: 'oversized',
    answer: (response) => pour(response.writeHead(200, { 'Content-Length': 1_024 * MEBIBYTE })),
  },
  { kind: 'too large', text: 'chunks without an end', verdict: 'oversized', answer: (response) => pour(response) },
  {
    kind: 'too large',
    text: 'chunks without an end under a 302',
    verdict: 'oversized',
    answer: (response, trap) => pour(response.writeHead(302, { Location: trap })),
  },
  {
    kind: 'too large',
    text: 'headers of 64 KiB',
    verdict: 'unreachable',
    answer: (response) => void response.writeHead(200, { 'X-Large': 'O'.repeat(LIMIT) }).end('OK'),
  },
];

const SLOW: readonly EvilReply[] = [
  { kind: 'too slow', text: 'nothing', verdict: 'timeout', answer: () => undefined },
  {
    kind: 'too slow',
    text: 'headers, then nothing',
    verdict: 'timeout',
    answer: (response) => response.writeHead(200, { 'Content-Length': 2 }).flushHeaders(),
  },
  {
    kind: 'too slow',
    text: 'a byte now and then',
    verdict: 'timeout',
    answer: (response) => repeat(response, () => void response.write('O')),
  },
  {
    kind: 'too slow',
    text: 'headers letter by letter',
    verdict: 'timeout',
    answer: (response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\nX-Slow: ');
      repeat(response, () => response.socket?.write('O'));
    },
  },
  {
    kind: 'too slow',
    text: '100 Continue forever',
    verdict: 'timeout',
    answer: (response) => repeat(response, () => response.writeContinue()),
  },
];

/** Every one of them. */
export const EVIL_REPLIES: readonly EvilReply[] = [...REDIRECTS, ...HINTS, ...LARGE, ...SLOW];
