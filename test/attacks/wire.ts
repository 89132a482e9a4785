import { connect, type Socket } from 'node:net';

/** What came back, or nothing but the end of the connection (status 0). */
export interface Answer {
  readonly status: number;
  /** Of `content-type`; empty without one. */
  readonly type: string;
  readonly body: string;
}

interface Waiting {
  readonly bytes: Buffer;
  readonly resolve: (answer: Answer) => void;
}

const NOTHING: Answer = { status: 0, type: '', body: '' };
const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = '0\r\n\r\n';
const ALONE_PATIENCE_MS = 5_000;

/** Takes answers out of what a server sends. Understands what Node's own server writes, and no more. */
export class AnswerReader {
  private text = '';

  /** The next answer that is complete; `null` when more has to come. */
  next(chunk: string, isOver = false): { answer: Answer; closes: boolean } | null {
    this.text += chunk;
    const headEnd = this.text.indexOf(HEAD_END);
    if (headEnd < 0) return null;
    const head = this.text.slice(0, headEnd).toLowerCase();
    const start = headEnd + HEAD_END.length;
    const end = this.endOf(head, start, isOver);
    if (end === null || end > this.text.length) return null;
    const body = this.text.slice(start, end);
    this.text = this.text.slice(end);
    const type = /\r\ncontent-type: ([^\r]*)/.exec(head)?.[1] ?? '';
    return {
      answer: { status: Number(head.slice(9, 12)), type, body },
      closes: head.includes('\r\nconnection: close'),
    };
  }

  private endOf(head: string, start: number, isOver: boolean): number | null {
    const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
    // What answers HEAD tells a length and has none.
    if (length !== undefined) return isOver ? this.text.length : start + Number(length);
    if (!head.includes('\r\ntransfer-encoding: chunked')) return isOver ? this.text.length : null;
    const last = this.text.indexOf(LAST_CHUNK, start);
    return last < 0 ? null : last + LAST_CHUNK.length;
  }
}

/** One connection, kept alive as long as the server keeps it; one request at a time. */
class Line {
  private socket: Socket | null = null;
  private reader = new AnswerReader();
  private sent: Waiting | null = null;
  private answered = 0;

  constructor(
    private readonly port: number,
    private readonly queue: Waiting[],
  ) {}

  pump(): void {
    if (this.sent !== null || this.queue.length === 0) return;
    this.sent = this.queue.shift()!;
    this.socket ??= this.open();
    this.socket.write(this.sent.bytes);
  }

  close(): void {
    this.socket?.destroy();
  }

  private open(): Socket {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    this.reader = new AnswerReader();
    this.answered = 0;
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.take(socket, chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (socket === this.socket) this.closed();
    });
    return socket;
  }

  private take(socket: Socket, chunk: string): void {
    const found = this.reader.next(chunk);
    if (found === null) return;
    if (found.closes) socket.destroy();
    this.end(found.answer, found.closes);
  }

  /** A connection that was quiet for a while may be closed just as it is used again: what was sent goes out once more. */
  private closed(): void {
    const isStale = this.answered > 0 && this.sent !== null;
    if (!isStale) return this.end(NOTHING, true);
    this.queue.unshift(this.sent!);
    this.socket = null;
    this.sent = null;
    this.pump();
  }

  private end(answer: Answer, isClosed: boolean): void {
    const { sent } = this;
    if (isClosed) this.socket = null;
    this.answered += 1;
    this.sent = null;
    sent?.resolve(answer);
    this.pump();
  }
}

/** Sends bytes as they are to a server on this machine, over several connections at once. */
export class Wire {
  private readonly queue: Waiting[] = [];
  private readonly lines: readonly Line[];

  constructor(
    private readonly port: number,
    connections = 64,
  ) {
    this.lines = Array.from({ length: connections }, () => new Line(port, this.queue));
  }

  send(bytes: Buffer): Promise<Answer> {
    return new Promise((resolve) => {
      this.queue.push({ bytes, resolve });
      for (const line of this.lines) line.pump();
    });
  }

  /** Over a connection of its own, which is closed afterwards: for what is no proper request, or spoils those behind it. */
  sendAlone(bytes: Buffer): Promise<Answer> {
    const reader = new AnswerReader();
    return new Promise((resolve) => {
      const socket = connect({ port: this.port, host: '127.0.0.1' });
      const end = (answer: Answer): void => {
        socket.destroy();
        resolve(answer);
      };
      socket.setEncoding('latin1').setTimeout(ALONE_PATIENCE_MS);
      socket.on('data', (chunk: string) => {
        const found = reader.next(chunk);
        if (found) end(found.answer);
      });
      socket.on('error', () => undefined);
      socket.on('timeout', () => end(NOTHING));
      socket.on('close', () => end(reader.next('', true)?.answer ?? NOTHING));
      socket.end(bytes);
    });
  }

  close(): void {
    for (const line of this.lines) line.close();
  }
}
