import { atMost, figure, percentile } from './figures.mjs';

/**
 * Requests each page `requests` times, one request after the other: its median, and whether 95 of 100 are within the
 * limit.
 *
 * @param {string} url of the server
 * @param {Readonly<Record<string, string>>} pages names and paths
 * @param {{ requests: number, limitMs: number, before?: string }} options `before` stands before each name
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function timePages(url, pages, { requests, limitMs, before = '' }) {
  const figures = [];
  for (const [page, path] of Object.entries(pages)) {
    const times = await timesOf(url + path, requests);
    figures.push(figure(`${before}${page}, median`, percentile(times, 0.5), 'ms'));
    figures.push(figure(`${before}${page}, p95`, percentile(times, 0.95), 'ms', atMost(limitMs)));
  }
  return figures;
}

/** Sorted; the first request of a page is not counted. */
async function timesOf(address, requests) {
  const times = [];
  for (let count = 0; count <= requests; count += 1) {
    const startedAt = performance.now();
    const response = await fetch(address);
    await response.text();
    if (response.status !== 200) throw new Error(`${address} was answered with ${response.status}`);
    if (count > 0) times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b);
}
