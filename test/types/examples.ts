import type { ShopFiles } from './consumer.js';

const MONEY = `
import { Money, type CreateOrderInput } from 'tillbridge';
import type { MinorUnits } from 'tillbridge/protocol';

declare const fromConfiguration: string;
declare const plain: Money;
const euros = Money.of('12.50', 'EUR');
const dollars = Money.of('12.50', 'USD');
const either = Money.zero(fromConfiguration as 'EUR' | 'USD');

// Good: money that knows its currency is money, and plain money may be combined with any.
const any: Money = euros;
const known: Money<'EUR'> = euros.plus(plain).minus(euros).plus(Money.ofMinor(5, 'EUR'));
const either2: Money<'EUR'> = either.plus(euros);
let total = Money.zero(fromConfiguration);
for (const each of [plain, euros]) total = total.plus(each);
const sum: Money = [plain, any].reduce((one, other) => one.plus(other), total);
const order: CreateOrderInput = { orderId: 'S1', amount: euros, description: 'Mug' };
const isLess: boolean = euros.compare(plain) < 0 && !euros.equals(dollars);
const cents: number = euros.amount;

// Bad: two currencies.
euros.plus(dollars); // TS2345
euros.minus(dollars); // TS2345
euros.compare(dollars); // TS2345
euros.plus(Money.ofMinor(5, 'JPY')); // TS2345
const dollar: Money<'USD'> = euros.plus(plain); // TS2322
const guessed: Money<'EUR'> = plain; // TS2322

// Bad: what is no money.
const price: Money = 12.5; // TS2322
const text: Money = '12.50'; // TS2322
const loose: Money = { amount: 1250, currency: 'EUR' }; // TS2322
const units: MinorUnits = 1250; // TS2322
const created: CreateOrderInput = { orderId: 'S1', amount: 1250, description: 'Mug' }; // TS2322
Money.of(12.5, 'EUR'); // TS2345
euros.plus(5); // TS2345
const added: unknown = euros + dollars; // TS2365
new Money(1250, 'EUR'); // TS2673
euros.amount = cents; // TS2540
export { known, either2, sum, order, isLess, dollar, guessed, price, text, loose, units, created, added };
`;

const CART = `
import { Money } from 'tillbridge';
import { buildCart, type CartLineInput } from 'tillbridge/protocol';

const price = Money.of('5.95', 'EUR');
const tea = { name: 'Tea', merchantItemId: 'TEA-1', quantity: 2, taxPercent: '9' };
const one: CartLineInput = { ...tea, unitPriceIncludingTax: price };
const other: CartLineInput = { ...tea, unitPrice: '5.4587', currency: 'EUR' };
const result = buildCart({ lines: [one, other] }, price);
export const shown: unknown = result.ok ? result.cart.shopping_cart.items : result.faults;

export const twoPrices: CartLineInput = { ...tea, unitPrice: '5', unitPriceIncludingTax: price }; // TS2322
export const noPrice: CartLineInput = { ...tea }; // TS2322
export const float: CartLineInput = { ...tea, unitPrice: 5.95 }; // TS2322
export const rate: CartLineInput = { ...one, taxPercent: 9 }; // TS2322
buildCart({ lines: [one] }, 595); // TS2345
`;

const GROUPS = `
import type { GroupName, Payments } from 'tillbridge';

declare module 'tillbridge' {
  interface TerminalGroupNames {
    web: true;
    'till-amsterdam': true;
  }
}

declare const payments: Payments;
payments.group('web');
export const till: GroupName = 'till-amsterdam';

payments.group('webb'); // TS2345
payments.group(String(till)); // TS2345
export const nowhere: GroupName = 'till-utrecht'; // TS2322
`;

/** What a shop writes, right and wrong, for both module systems: each has declarations of its own. */
export const EXAMPLES: ShopFiles = {
  'money.mts': MONEY,
  'cart.mts': CART,
  'groups.mts': GROUPS,
  'money.cts': MONEY,
  'groups.cts': GROUPS,
};

/** What shops have in variables: of the environment, of a form, of a row. */
export const FROM_VARIABLES: ShopFiles = {
  'variables.ts': `
import { Money, OnPayment, TillbridgeModule, type CreateOrderInput, type Payments, type TerminalGroupOptions } from 'tillbridge';
import { TillbridgeDashboardModule, type TillbridgeDashboardOptions } from 'tillbridge/dashboard';
import { startSandbox } from 'tillbridge/sandbox';

declare const maybe: string | undefined;
declare const count: number | undefined;
declare const payments: Payments;
declare const dashboard: Pick<TillbridgeDashboardOptions, 'guard' | 'user'>;
const group: TerminalGroupOptions = {
  name: 'web', mode: 'sandbox', apiKeys: [], notificationUrl: '', baseUrl: maybe, timeoutMs: count, polling: { cron: maybe },
};
TillbridgeModule.forRoot({ terminalGroups: [group], timeZone: maybe, wake: undefined, retention: { rows: undefined } });
TillbridgeDashboardModule.forRoot({ ...dashboard, formSecret: maybe, links: undefined });
const order: CreateOrderInput = {
  orderId: 'S1', amount: Money.of('1.00', 'EUR'), description: 'Mug', redirectUrl: maybe, customer: { first_name: maybe },
};
payments.refunds.request({ orderId: 'S1', amount: order.amount, reason: 'x', key: 'k', by: maybe, why: maybe });
payments.refunds.list({ orderId: maybe, limit: count });
startSandbox({ terminalGroups: [], port: count, database: maybe });
class Handlers {
  @OnPayment('completed', { after: 'commit', name: maybe })
  handle(): void {}
}
export const wrong: CreateOrderInput = { ...order, description: maybe }; // TS2322
export { Handlers };
`,
};

/** What shops export without a type of their own. */
export const DECLARED: ShopFiles = {
  'declared.ts': `
import { Money, TillbridgeModule, refundCartOf, type DiagnosticsService, type Order, type Payments } from 'tillbridge';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import { TillbridgeDashboardModule } from 'tillbridge/dashboard';
import { TillbridgeHealthModule, type TillbridgeHealthIndicator } from 'tillbridge/health';
import { SandboxModule, startSandbox } from 'tillbridge/sandbox';
import { ManualClock, orderBody, rehearse, signedNotification } from 'tillbridge/testing';

class Own {}
export const entities = [...tillbridgeEntities];
export const withOwn = [...tillbridgeEntities, Own];
export const migrations = [...tillbridgeMigrations];
export const lists = { entities: tillbridgeEntities, migrations: tillbridgeMigrations };
export const modules = [TillbridgeModule.forRoot({ terminalGroups: [] }), TillbridgeDashboardModule, TillbridgeHealthModule, SandboxModule];
export const euros = Money.of('1.00', 'EUR');
export const clock = new ManualClock();
export const sandbox = () => startSandbox({ terminalGroups: [] });
export const tools = { orderBody, rehearse, signedNotification };
export const returned = (order: Order) => refundCartOf(order, []);
export const figures = (diagnostics: DiagnosticsService) => diagnostics.read();
export const health = (indicator: TillbridgeHealthIndicator) => indicator.isHealthy('payments');
export const group = (payments: Payments) => payments.group('web');
export const calls = (payments: Payments) => ({
  find: payments.orders.find('S1'), settle: payments.orders.settle('S1'), timeline: payments.orders.timeline('S1'),
  refunds: payments.refunds.list(), batches: payments.refunds.batches.list(), evidence: payments.refunds.evidence('1'),
  failed: payments.effects.failed(), notifications: payments.notifications.list({}), methods: payments.group('web').paymentMethods(),
  order: payments.group('web').orders.get('S1'), tokens: payments.group('web').tokens.list('c'), list: payments.group('web').transactions.list({}),
});
`,
};
