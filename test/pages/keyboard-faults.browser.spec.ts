import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openWindow } from '../support/browser.js';
import { describeInBrowser, DEVICES } from '../support/browser-windows.js';
import { keyboardFaults } from './support/keyboard-faults.js';

const LINKS = '<ul id="list"><li><a href="#1">one</a><li><a href="#2">two</a><li><a href="#3">three</a></ul>';

describeInBrowser('what keeps a page from being used by the keyboard', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser();
    ({ page } = await openWindow(browser, { ...DEVICES.desktop }));
  });
  afterAll(() => browser.close());

  it('is nothing on a page that renews its parts while it is walked through, and keeps the focus', async () => {
    await page.setContent(`${LINKS}<script>
      let isNew = false;
      document.addEventListener('focusin', ({ target }) => {
        if (isNew || target.textContent !== 'two') return;
        isNew = true;
        const list = document.getElementById('list');
        const fresh = list.cloneNode(true);
        list.replaceWith(fresh);
        fresh.querySelectorAll('a')[1].focus();
      });
    </script>`);
    expect(await keyboardFaults(page)).toEqual([]);
  });

  it('is what Tab does not reach, and what does not show that it has the focus', async () => {
    await page.setContent(`${LINKS.replace('>two', ' style="outline: none">two')}<script>
      document.addEventListener('focusin', ({ target }) => { if (target.textContent === 'three') target.blur(); });
    </script>`);
    const faults = await keyboardFaults(page);
    expect(faults.map((fault) => fault.replace(/<.*/, ''))).toEqual([
      '"two" has the focus, and one cannot see it',
      'the Tab key does not reach ',
    ]);
  });
});
