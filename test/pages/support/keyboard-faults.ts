import type { Page } from 'playwright-core';

/** Everything that can be worked with and seen; of a group of radio buttons the one that Tab goes to. */
const COUNT = `(() => {
  const groups = new Set();
  const all = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')];
  window.walkable = all.filter((each) => {
    if (each.disabled || each.tabIndex < 0 || !each.checkVisibility({ visibilityProperty: true })) return false;
    if (each.type !== 'radio') return true;
    const group = (each.form?.action ?? '') + each.name;
    const isFirst = !groups.has(group);
    groups.add(group);
    return isFirst;
  });
  return { stops: window.walkable.length, dates: window.walkable.filter(({ type }) => PARTED.test(type)).length };
})()`.replace('PARTED', String(/^(date|time|datetime-local|month)$/));
/** A date is several stops for the Tab key: its day, month, year and calendar, each shown by the browser itself. */
const STOPS_OF_A_DATE = 8;

/** What has the focus: its place among these (a radio button's is that of its group), its name, and whether one can see that it has. */
const FOCUSED = `(() => {
  const each = document.activeElement;
  if (each === null || each === document.body) return null;
  const { outlineStyle, boxShadow } = getComputedStyle(each);
  const isSame = (other) => other === each || (each.type === 'radio' && other.type === 'radio' && other.name === each.name);
  const name = (each.getAttribute('aria-label') || each.textContent || each.getAttribute('name') || each.tagName).trim();
  const isSeen = outlineStyle !== 'none' || boxShadow !== 'none' || /date|time|month/.test(each.type);
  return { place: window.walkable.findIndex(isSame), name, isSeen };
})()`;

/** Where Tab has led to. */
interface Stop {
  readonly place: number;
  readonly name: string;
  readonly isSeen: boolean;
}

/** A page that changes as often as it is walked through never holds still. */
const MOST_WALKS = 10;

/**
 * What keeps a page from being used by the keyboard alone: what Tab does not reach, and where one cannot see where one is. A page
 * that has put new parts in the place of old ones meanwhile, as those of a shop at work do, is walked through once more.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  for (let walks = 1; ; walks += 1) {
    const faults = await walk(page);
    const isAsItWas = await page.evaluate('window.walkable.every(({ isConnected }) => isConnected)');
    if (isAsItWas || walks === MOST_WALKS) return faults;
  }
}

async function walk(page: Page): Promise<string[]> {
  const { stops: count, dates } = (await page.evaluate(COUNT)) as { stops: number; dates: number };
  const reached = new Set<number>();
  const faults = new Set<string>();
  // Beyond the last stop is the browser itself, once.
  for (let presses = 0; presses <= count + dates * STOPS_OF_A_DATE + 2; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = (await page.evaluate(FOCUSED)) as Stop | null;
    if (stop === null) continue;
    reached.add(stop.place);
    if (!stop.isSeen) faults.add(`"${stop.name}" has the focus, and one cannot see it`);
  }
  const missed = Array.from({ length: count }, (_, place) => place).filter((place) => !reached.has(place));
  for (const place of missed) {
    const text = await page.evaluate(`window.walkable[${place}].outerHTML.slice(0, 120)`);
    faults.add(`the Tab key does not reach ${String(text)}`);
  }
  return [...faults];
}
