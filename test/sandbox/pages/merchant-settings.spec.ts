import { beforeEach, describe, expect, it } from '@jest/globals';
import { keyId } from '../../../src/protocol/index.js';
import { TILL_KEY, WEB_KEY } from '../support/service.js';
import { QUARTER_MS, useStage } from '../support/stage.js';
import { openMerchant, type Merchant } from './support/merchant.js';

const stage = useStage();
let merchant: Merchant;

beforeEach(async () => {
  await stage.start({
    terminalGroups: [
      { name: 'web', apiKey: WEB_KEY, notificationUrl: `${stage.site.url}/site` },
      { name: 'till', apiKey: TILL_KEY },
    ],
  });
  merchant = openMerchant(stage.service);
});

describe('the merchant pages about the sandbox itself', () => {
  it('list every sending of every order, by verdict', async () => {
    stage.receiver.reply = { status: 500 };
    await stage.service.create(stage.withUrl('/hook'));
    await stage.service.sandbox.idle();
    const all = await merchant.text('/merchant/notifications');
    expect(all.match(/Send again: created/g)).toHaveLength(2);
    const refused = await merchant.text('/merchant/notifications?verdict=refused');
    expect(refused.match(/Send again: created/g)).toHaveLength(1);
    expect(refused).toContain('/hook');
  });

  it('show the groups with the fingerprints of their keys, never the keys', async () => {
    const page = await merchant.text('/merchant/groups');
    for (const text of [keyId(WEB_KEY), keyId(TILL_KEY), `${stage.site.url}/site`, 'lenient', '3, every 15 min']) {
      expect(page).toContain(text);
    }
    expect(page).not.toContain(WEB_KEY);
  });

  it('change the switches of a group, and refuse what makes no sense', async () => {
    const path = '/merchant/groups/web';
    const page = await merchant.send(path, { siteActive: 'false', payoutBalance: '500' }, '/merchant/groups');
    expect(page).toContain('The switches of web were changed');
    expect(page).toMatch(/id="web-siteActive".*?value="false" selected/);
    expect(page).toMatch(/id="till-siteActive".*?value="true" selected/);
    expect((await stage.service.create()).json.error_code).toBe(1019);
    expect((await stage.service.create({}, { api_key: TILL_KEY })).json.success).toBe(true);
    await merchant.send(path, { siteActive: 'true', payoutBalance: '' }, '/merchant/groups');
    expect((await stage.service.create()).json.success).toBe(true);
    for (const [fields, complaint] of [
      [{ error: '4711' }, 'must be an error code'],
      [{ refundGuardMs: '' }, 'needs a number'],
      [{ keyMode: 'borrowed' }, 'must be test or live'],
    ] as const) {
      const refused = await merchant.send(path, fields, '/merchant/groups');
      expect(refused).toMatch(/role="alert"/);
      expect(refused).toContain(complaint);
    }
    const unknown = await merchant.send('/merchant/groups/nobody', {}, '/merchant/groups');
    expect(unknown).toContain('no terminal group');
  });

  it('set up a fault, show it, and clear it', async () => {
    const fields = { do: 'next', fault: 'notification duplicate', times: '2' };
    const page = await merchant.send('/merchant/faults', fields, '/merchant/faults');
    expect(page).toContain('&quot;duplicate&quot; will strike the next 2 notifications.');
    expect(stage.service.sandbox.faults.state().scripted).toMatchObject([{ kind: 'duplicate', times: 2 }]);
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.idle();
    expect(await merchant.text('/merchant/faults')).toContain('Have struck');
    const cleared = await merchant.send('/merchant/faults', { do: 'clear' }, '/merchant/faults');
    expect(cleared).toContain('Nothing is set up');
    expect(stage.service.sandbox.faults.state()).toMatchObject({ scripted: [], chance: null });
  });

  it.each([
    [{ do: 'next', fault: 'nothing' }, 'Please choose what goes wrong'],
    [{ do: 'next', fault: 'list drop', times: 'often' }, 'times must be an integer'],
    [{ do: 'next', fault: 'create error-before', status: '200' }, 'status must be an integer'],
  ])('refuse a fault that makes no sense: %j', async (fields, complaint) => {
    const page = await merchant.send('/merchant/faults', fields as Record<string, string>, '/merchant/faults');
    expect(page).toMatch(/role="alert"/);
    expect(page).toContain(complaint);
  });

  it('put the clock forward, and what is due on the way is sent', async () => {
    stage.receiver.reply = stage.site.reply = { status: 500 };
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.idle();
    const before = stage.service.clock.now();
    const page = await merchant.send('/merchant/clock', { step: 'quarter' });
    expect(page).toContain('were due and sent on the way');
    expect(stage.service.clock.now()).toBe(before + QUARTER_MS);
    // 01:15 in winter, in Amsterdam.
    await merchant.send('/merchant/clock', { step: 'midnight' });
    expect(stage.service.clock.now()).toBe(Date.UTC(2026, 0, 1, 23));
    expect(await merchant.send('/merchant/clock', { step: 'leap' })).toContain('role="alert"');
  });
});
