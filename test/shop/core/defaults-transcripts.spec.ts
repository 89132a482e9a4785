import { expect, it } from '@jest/globals';
import type { TerminalGroupOptions } from '../../../src/shop/core/options/terminal-group.options.js';
import { TillbridgeOptions } from '../../../src/shop/core/options/tillbridge.options.js';
import { judgeOptions } from '../../../src/shop/core/options/validate-options.js';

const NOW = Date.UTC(2026, 0, 15, 11);
const WEB = {
  name: 'web',
  mode: 'test',
  apiKeys: ['a-key-of-web'],
  notificationUrl: 'https://shop.example/n/web',
} as const satisfies TerminalGroupOptions;
const TILL = { ...WEB, name: 'till', apiKeys: ['a-key-of-till'], notificationUrl: 'https://shop.example/n/till' };

it('what options come to', () => {
  const { toValid } = judgeOptions(
    {
      probe: 'warn',
      terminalGroups: [
        { ...WEB, baseUrl: 'https://h/base//', otherModeUrl: 'https://o/' },
        { ...TILL, mode: 'sandbox', probe: 'off', timeoutMs: 5_000, calls: { burst: 8 } },
      ],
    } as unknown as TillbridgeOptions,
    NOW,
  );
  const { terminalGroups, ...rest } = toValid();
  const shown = terminalGroups.map(({ currencies, polling, ...of }) => ({
    ...of,
    currencies: currencies.length,
    expiry: Object.keys(polling.expiry).length,
    polling: { ...polling, expiry: polling.expiry['OTHER'] },
  }));
  expect({ ...rest, terminalGroups: shown }).toMatchSnapshot();
  expect(terminalGroups[0]!.polling.expiry).toMatchSnapshot();
});
