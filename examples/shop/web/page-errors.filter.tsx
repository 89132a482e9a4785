import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
  NotFoundException,
} from '@nestjs/common';
import type { Response } from 'express';
import { customerText, isPaymentError } from 'tillbridge';
import { MessagePage } from '../pages/message.page.js';
import { renderPage } from '../pages/render.js';

interface Message {
  status: number;
  title: string;
  text: string;
}

const TITLES: Readonly<Record<number, string>> = { 404: 'Not found', 409: 'Sold out' };

const WENT_WRONG: Message = {
  status: 500,
  title: 'Something went wrong',
  text: 'It is our fault, not yours. Please try again in a moment.',
};

/** The customer reads what happened and what to do; the details go to the log. */
function messageFor(error: unknown): Message {
  if (error instanceof HttpException) {
    const status = error.getStatus();
    return { status, title: TITLES[status] ?? 'This did not work', text: error.message };
  }
  if (!isPaymentError(error)) return WENT_WRONG;
  return { status: error.httpStatus, title: 'The payment could not be started', text: customerText(error) };
}

/** Shows errors of pages as pages. */
@Catch()
export class PageErrorsFilter implements ExceptionFilter {
  private readonly logger = new Logger('Shop');

  catch(error: unknown, host: ArgumentsHost): void {
    this.show(error, host);
  }

  protected show(error: unknown, host: ArgumentsHost): void {
    const { status, title, text } = messageFor(error);
    if (status >= 500) this.logger.error(error instanceof Error ? error.message : String(error));
    const response = host.switchToHttp().getResponse<Response>();
    response
      .status(status)
      .type('html')
      .send(renderPage(<MessagePage title={title} text={text} />));
  }
}

/** For addresses without a controller; other parts of the host are not affected. */
@Catch(NotFoundException)
export class UnknownPageFilter extends PageErrorsFilter {
  override catch(_error: NotFoundException, host: ArgumentsHost): void {
    this.show(new NotFoundException('There is nothing at this address.'), host);
  }
}
