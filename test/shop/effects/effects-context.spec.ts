import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Catch,
  Injectable,
  Scope,
  SetMetadata,
  UseFilters,
  UseGuards,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type INestApplication,
  type Provider,
} from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { catchError, EMPTY, from, of, race, retry, type Observable } from 'rxjs';
import { OnPayment, type PaymentEvent } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { HandlerExplorer } from '../../../src/shop/effects/index.js';
import { canaryKey } from '../../support/canary.js';
import { startShop, type ShopHost, type ShopHostInput } from '../../support/shop-host.js';

const MARK = 'mark-of-the-host';

@Injectable()
class Noting {
  readonly seen: object[] = [];

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const mark = Reflect.getMetadata(MARK, context.getHandler()) as unknown;
    const place = `${context.getClass().name}.${context.getHandler().name}`;
    this.seen.push({ type: context.getType(), place, mark, args: context.getArgs().length });
    return next.handle();
  }
}

/** Written for HTTP, like most. */
const httpOnly = {
  intercept: (context: ExecutionContext, next: CallHandler) => {
    const request = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    return request.headers['x'] === 'y' ? EMPTY : next.handle();
  },
};
const swallowing = {
  intercept: (_: ExecutionContext, next: CallHandler) => next.handle().pipe(catchError(() => of(1))),
};
const inItsPlace = { intercept: () => of('from the cache') };
const impatient = {
  intercept: (_: ExecutionContext, next: CallHandler) => race(next.handle(), from(Promise.resolve('late'))),
};

@Catch()
class AllIsWell {
  catch(): string {
    return 'all is well';
  }
}

@Catch()
class Silent {
  catch(): void {}
}

@Injectable()
@UseInterceptors(Noting)
class Handlers {
  readonly ran: string[] = [];

  @OnPayment('declined', { name: 'plain' })
  @SetMetadata(MARK, 'here')
  plain(event: PaymentEvent): void {
    this.ran.push(event.orderId);
  }

  @OnPayment('declined', { name: 'filtered' })
  @UseFilters(AllIsWell)
  filtered(): void {
    throw new Error('out of stock');
  }

  @OnPayment('declined', { name: 'swallowed' })
  @UseInterceptors(swallowing)
  async swallowed(): Promise<void> {
    throw new Error('out of stock');
  }

  @OnPayment('declined', { name: 'replaced' })
  @UseInterceptors(inItsPlace)
  replaced(): void {}

  @OnPayment('declined', { name: 'left' })
  @UseInterceptors(impatient)
  left(): Promise<void> {
    return new Promise(() => undefined);
  }

  @OnPayment('declined', { name: 'guarded' })
  @UseGuards({ canActivate: () => false })
  guarded(): void {}

  @OnPayment('declined', { name: 'streamed' })
  streamed(): Observable<string> {
    return from(Promise.reject<string>(new Error('the stream broke')));
  }

  @OnPayment('declined', { name: 'indiscreet' })
  @UseFilters(Silent)
  indiscreet(): void {
    throw new Error(`401 for ${canaryKey('web')}`, { cause: new Error(canaryKey('web')) });
  }
}

const eventOf = (orderId: string): PaymentEvent => ({ orderId }) as PaymentEvent;

describe.each(['express', 'fastify'] as const)('a handler (%s)', (platform) => {
  let shop: ShopHost;

  beforeAll(async () => {
    const options = { workers: 'off' as const };
    const configure = (app: INestApplication): void => void app.useGlobalInterceptors(httpOnly);
    shop = await startShop({ platform, options, providers: [Handlers], configure });
  });

  afterAll(() => shop.close());

  const run = (effect: string): Promise<void> => shop.app.get(HandlerExplorer).get(effect)!.run(eventOf(effect));

  it('runs through the interceptors declared on it, which see what it is; those for HTTP are not asked', async () => {
    await run('plain');
    expect(shop.app.get(Handlers).ran).toEqual(['plain']);
    expect(shop.app.get(Noting, { strict: false }).seen[0]).toEqual({
      type: 'tillbridge',
      place: 'Handlers.plain',
      mark: 'here',
      args: 1,
    });
  });

  it.each([
    ['whose error a filter turns into an answer', 'filtered', 'out of stock'],
    ['whose error an interceptor swallows', 'swallowed', 'out of stock'],
    ['whose observable fails', 'streamed', 'the stream broke'],
    ['that an interceptor answers for', 'replaced', 'replaced was not called'],
    ['that an interceptor does not wait for', 'left', 'answered before the method had ended'],
    ['that a guard refuses', 'guarded', 'Forbidden'],
  ])('%s has failed', async (_title, effect, text) => {
    await expect(run(effect)).rejects.toThrow(text);
  });

  it('shows no key to filters and loggers', async () => {
    const error = await run('indiscreet').then(String, (failure: Error) => failure);
    expect(error).toMatchObject({ message: '401 for [redacted]', cause: { message: '[redacted]' } });
    shop.logs.assertNoSecret();
  });
});

describe('in a transaction, a handler', () => {
  const withPaidOrder = async (
    providers: Provider[],
    input: ShopHostInput,
    work: (shop: ShopHost) => Promise<void>,
  ): Promise<void> => {
    const shop = await startShop({ providers, ...input, options: { workers: 'off', ...input.options } });
    try {
      await shop.addOrder('A-1');
      await shop.notify({ orderId: 'A-1', body: orderBody({ orderId: 'A-1', amount: 1250, at: Date.now() }) });
      await shop.drain();
      await work(shop);
    } finally {
      await shop.close();
    }
  };

  it('whose error a filter swallows takes the transition back, and its text is kept without the key', async () => {
    @Injectable()
    class Stock {
      @OnPayment('completed')
      @UseFilters(AllIsWell)
      reserve(): void {
        throw new Error(`no stock for ${canaryKey('web')}`);
      }
    }
    await withPaidOrder([Stock], {}, async (shop) => {
      expect(await shop.payments.orders.find('A-1')).toMatchObject({ paid: false });
      expect(await shop.count('tillbridge_effect')).toBe(0);
      const [row] = (await shop.dataSource.query('SELECT last_error FROM tillbridge_notification')) as object[];
      expect(row).toEqual({ last_error: 'Error: no stock for [redacted]' });
    });
  });

  it('that failed is not called again by an interceptor: what it had written would be committed twice', async () => {
    const impatient = { intercept: (_: ExecutionContext, next: CallHandler) => next.handle().pipe(retry(2)) };
    @Injectable()
    class Stock {
      calls = 0;

      @OnPayment('completed')
      @UseInterceptors(impatient)
      reserve(): void {
        this.calls += 1;
        if (this.calls === 1) throw new Error('half of it is written');
      }
    }
    await withPaidOrder([Stock], {}, async (shop) => {
      expect(shop.app.get(Stock).calls).toBe(1);
      expect(await shop.payments.orders.find('A-1')).toMatchObject({ paid: false });
    });
  });

  it.each([
    ['shows no text', Object.create(null) as Error, 'cannot be shown as text'],
    ['cannot be cleaned', Object.freeze(new Error(`${'x'.repeat(461)} ${canaryKey('web')}`)), 'x [redacted]'],
  ])('may throw what %s, and its failure is recorded without the key', async (_title, thrown, text) => {
    class Odd {
      @OnPayment('completed')
      handle(): void {
        throw thrown;
      }
    }
    await withPaidOrder([Odd], {}, async (shop) => {
      const rows: unknown = await shop.dataSource.query('SELECT lease_token, last_error FROM tillbridge_notification');
      expect(rows).toEqual([{ lease_token: null, last_error: expect.stringContaining(text) }]);
    });
  });

  it('meets global interceptors only when the host says so', async () => {
    const noting = new Noting();
    const providers = [{ provide: APP_INTERCEPTOR, useValue: noting }];
    const places = (): unknown[] => noting.seen.filter((each) => 'type' in each && each.type === 'tillbridge');
    await withPaidOrder(providers, {}, async () => expect(places()).toEqual([]));
    await withPaidOrder(providers, { options: { effects: { inheritAppConfig: true } } }, async (shop) => {
      expect(await shop.payments.orders.find('A-1')).toMatchObject({ paid: true });
      expect(places()).toEqual([
        { type: 'tillbridge', place: 'RecordingHandlers.inTransaction', mark: undefined, args: 2 },
        { type: 'tillbridge', place: 'RecordingHandlers.afterCommit', mark: undefined, args: 1 },
      ]);
    });
  });

  it('with an interceptor made for each request keeps the host from starting', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class PerRequest extends Noting {}

    @Injectable()
    class Stock {
      @OnPayment('completed')
      @UseInterceptors(PerRequest)
      reserve(): void {}
    }
    await expect(startShop({ providers: [Stock] })).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
  });
});
