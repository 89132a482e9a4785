import { isFields } from '../../../protocol/index.js';
import { Injectable } from '@nestjs/common';
import { headerOf, readText, type PageRequest } from '../../../pages/page-request.js';
import { Responder } from '../../../pages/responder.js';
import { isSandboxError, type SandboxErrorCode } from '../../core/index.js';

/** A JSON object of unknown content. */
export type ControlBody = Readonly<Record<string, unknown>>;

/** Refuses a control request; its message is for the user. */
export class ControlRefusal extends Error {
  override readonly name = 'ControlRefusal';

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const STATUS_OF_CODE: Partial<Record<SandboxErrorCode, number>> = {
  DELIVERY_UNKNOWN: 404,
  ORDER_UNKNOWN: 404,
  TILL_UNKNOWN: 404,
  TOKEN_UNKNOWN: 404,
};
const BAD_REQUEST = 400;

/**
 * Answers the control endpoints: `{"success":true,"data":…}`, or `{"message":…}` with a status of 400 and up.
 *
 * A page on the internet can make a browser send a form to a loopback port, but not JSON: that needs a CORS permission,
 * which the sandbox never gives. So each request that changes something must be JSON.
 */
@Injectable()
export class ControlAnswers {
  constructor(private readonly responder: Responder) {}

  /** Answers with the result of the work. */
  async answer(response: unknown, work: () => unknown): Promise<void> {
    try {
      const data: unknown = await work();
      this.responder.json(response, 200, JSON.stringify({ success: true, data: data ?? {} }));
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      this.responder.json(response, refusal.status, JSON.stringify({ message: refusal.message }));
    }
  }

  /** Like {@link ControlAnswers.answer}, for a request with a JSON object. */
  async answerBody(request: PageRequest, response: unknown, work: (body: ControlBody) => unknown): Promise<void> {
    await this.answer(response, async () => work(await readBody(request)));
  }
}

async function readBody(request: PageRequest): Promise<ControlBody> {
  if (!/^application\/json\s*(?:;|$)/i.test(headerOf(request, 'content-type') ?? '')) {
    throw new ControlRefusal(415, 'Send JSON, and say so: Content-Type: application/json.');
  }
  const body = parse((await readText(request)) ?? '');
  if (isFields(body)) return { ...body };
  throw new ControlRefusal(BAD_REQUEST, 'The body must be a JSON object.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refusalOf(error: unknown): { status: number; message: string } | null {
  if (error instanceof ControlRefusal) return error;
  if (!isSandboxError(error)) return null;
  return { status: STATUS_OF_CODE[error.code] ?? BAD_REQUEST, message: error.message };
}
