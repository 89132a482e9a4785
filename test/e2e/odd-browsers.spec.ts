import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module, Param, Post, Req } from '@nestjs/common';
import { request } from 'node:http';
import { Money, Payments } from 'tillbridge';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { canaryKey } from '../support/canary.js';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';

interface ShopperRequest {
  readonly ip?: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** A checkout that passes on what the request says of the shopper, as it stands there. */
@Controller('checkout')
class CheckoutController {
  constructor(private readonly payments: Payments) {}

  @Post(':orderId')
  async pay(@Param('orderId') orderId: string, @Req() { ip, headers }: ShopperRequest): Promise<object> {
    const group = this.payments.group('web');
    const locale = headers['accept-language'];
    const methods = await group.paymentMethods({ country: 'NL', ...(locale === undefined ? {} : { locale }) });
    const { paymentUrl } = await group.orders.create({
      orderId,
      amount: Money.of('12.50', 'EUR'),
      description: 'Two mugs',
      redirectUrl: 'http://localhost:3000/return',
      customer: {
        ip_address: ip,
        forwarded_ip: headers['x-forwarded-for'],
        user_agent: headers['user-agent'],
        referrer: headers['referer'],
        locale,
      },
    });
    return { paymentUrl, methods: methods.length > 0 };
  }
}

@Module({ controllers: [CheckoutController] })
class CheckoutModule {}

const APPLE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const SHOPPERS: readonly [string, Record<string, string>][] = [
  ['with a plain browser', { 'user-agent': `${APPLE} Version/18.1 Mobile/15E148 Safari/604.1` }],
  [
    'inside the app of a social network, which names itself at length',
    {
      'user-agent': `${APPLE} Mobile/22B91 [FBAN/FBIOS;FBAV/489.0.0.41.110;FBBV/661478374;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/18.1.1;FBSS/3;FBCR/;FBID/phone;FBLC/nl_NL;FBOP/80;FBRV/664131442]`,
    },
  ],
  ['of a robot that names itself without an end', { 'user-agent': 'x'.repeat(9_000) }],
  ['from an advertisement', { referer: `https://shop.example/mugs?gclid=${'A'.repeat(400)}` }],
  ['from a page whose address is endless', { referer: `https://shop.example/?q=${'%20'.repeat(2_500)}` }],
  ['behind two proxies', { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }],
  ['behind a proxy that adds the port', { 'x-forwarded-for': '203.0.113.9:51234' }],
  ['behind one that adds it to a long address', { 'x-forwarded-for': '[2001:db8::7]:51234' }],
  ['behind one that hides the address', { 'x-forwarded-for': 'unknown' }],
  ['behind one that writes an empty entry', { 'x-forwarded-for': ', 203.0.113.9' }],
  ['who has several languages', { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }],
  ['who reads Spanish of Latin America', { 'accept-language': 'es-419' }],
  ['who reads Chinese in its simple script', { 'accept-language': 'zh-Hans-CN' }],
  ['whose shop has a formal German', { 'accept-language': 'de_DE_formal' }],
  ['who takes any language', { 'accept-language': '*' }],
];

describe.each(['express', 'fastify'] as const)('a shopper (%s)', (platform) => {
  let service: RunningSandbox;
  let shop: ShopHost;

  beforeAll(async () => {
    service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: canaryKey('web') }] });
    const [web] = shopOptions().terminalGroups;
    const options = { terminalGroups: [{ ...web!, baseUrl: service.url }] };
    shop = await startShop({ platform, options, imports: [CheckoutModule] });
  });
  afterAll(async () => {
    await shop.close();
    await service.close();
  });

  /** Not by `fetch`, which writes headers of its own. */
  const pay = (orderId: string, headers: Record<string, string>): Promise<[number | undefined, string]> =>
    new Promise((resolve, reject) => {
      const call = request(`${shop.url}/checkout/${orderId}`, { method: 'POST', headers }, async (response) => {
        let text = '';
        for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
        resolve([response.statusCode, text]);
      });
      call.on('error', reject).end();
    });

  it.each(SHOPPERS)('%s can pay', async (title, headers) => {
    expect(await pay(`B-${SHOPPERS.findIndex(([each]) => each === title)}`, headers)).toEqual([
      201,
      expect.stringMatching(/"paymentUrl":"http.*"methods":true/),
    ]);
  });
});
