import type { Page } from 'playwright-core';

/** Presses Tab until something with this text has the focus. */
export async function tabTo(page: Page, text: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    // Beyond the page's last stop is the browser itself.
    if ((await focused.count()) === 0) continue;
    const name = (await focused.getAttribute('aria-label')) ?? (await focused.textContent()) ?? '';
    if (typeof text === 'string' ? name.trim() === text : text.test(name)) {
      const outline = await focused.evaluate('(element) => getComputedStyle(element).outlineStyle');
      if (outline !== 'none') return;
      throw new Error(`"${name}" has the focus, but no one can see it`);
    }
  }
  throw new Error(`Nothing called ${String(text)} can be reached with the Tab key`);
}
