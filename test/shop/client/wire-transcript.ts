import { Logger } from '@nestjs/common';
import { isPaymentError } from '../../../src/protocol/index.js';
import { LogCapture } from '../../support/log-capture.js';
import { shortened } from '../../support/plain-statement.js';
import type { ReceivedCall, Reply, ScriptedService } from '../../support/scripted-service.js';
import { CANARY_MARKER } from '../../support/canary.js';
import { tapTelemetry } from '../../support/telemetry-lines.js';

/** Headers that say nothing of the package. */
const USUAL = new Set(['host', 'connection', 'user-agent', 'content-length', 'accept-encoding']);
const PORT = /(127\.0\.0\.1|localhost):\d{4,5}/g;

const headersOf = ({ headers }: ReceivedCall): string =>
  Object.entries(headers)
    .filter(([name]) => !USUAL.has(name))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('; ');

const failureOf = (error: unknown): string => {
  if (!isPaymentError(error)) return `throws ${String(error)}`;
  // What the error tables say of a code is said there.
  const { name: _name, docs: _docs, message, ...facts } = error.toJSON();
  return `throws ${message}\n  ${JSON.stringify(facts)}`;
};

/**
 * Writes down what goes over the wire and what comes of it: each call with its headers and its body, what is logged and
 * reported, and what the caller gets. As a snapshot it notices each change of any of it.
 */
export class WireTranscript {
  readonly #lines: string[] = [];
  readonly #logs = new LogCapture();
  readonly #untap = tapTelemetry((line) => this.#add(`  ~ ${line}`));

  constructor(private readonly service: ScriptedService) {
    Logger.overrideLogger(this.#logs);
  }

  /** What one step does; the service answers its calls with these. @returns what the action gave, or undefined */
  async step<T>(title: string, replies: readonly Reply[], action: () => Promise<T> | T): Promise<T | undefined> {
    this.service.script(...replies.map((reply) => this.#noted(reply)));
    this.#logs.lines.length = 0;
    this.#add(`\n${title}`);
    try {
      const result = await action();
      this.#add(`= ${shortened(JSON.stringify(result) ?? 'nothing')}`);
      return result;
    } catch (error) {
      this.#add(`= ${failureOf(error)}`);
      return undefined;
    } finally {
      for (const line of this.#logs.lines) this.#add(`  ${line.replace(/^\w+/, '[$&]')}`);
    }
  }

  get text(): string {
    return this.#lines.join('\n').trim();
  }

  /** Nothing is written down any more. */
  end(): void {
    this.#untap();
    Logger.overrideLogger(false);
  }

  #noted(reply: Reply): Reply {
    return (response, call) => {
      this.#add(`  > ${call.method} ${call.url} (${headersOf(call)})${call.body === '' ? '' : ` ${call.body}`}`);
      reply(response, call);
    };
  }

  #add(line: string): void {
    this.#lines.push(line.replaceAll(PORT, '$1:*').replaceAll(CANARY_MARKER, 'key'));
  }
}
