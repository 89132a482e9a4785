import type { SandboxAccount } from '../options/sandbox.settings.js';

const FIRST_SITE = 9_001;

/** The account of the sandbox: there is one. */
export const ACCOUNT_NUMBER = 1_001;

/**
 * The number of an account's website, which is what the service's lists show: the site's own id where that is a number,
 * else one by the order of the options.
 */
export function siteNumber({ site }: SandboxAccount, accounts: readonly SandboxAccount[]): number {
  if (/^[1-9]\d{0,8}$/.test(site)) return Number(site);
  const sites = [...new Set(accounts.map((account) => account.site))];
  return FIRST_SITE + sites.indexOf(site);
}

/** The number of a terminal group: its place among the options, from 1. */
export function groupNumber({ name }: SandboxAccount, accounts: readonly SandboxAccount[]): number {
  return accounts.findIndex((account) => account.name === name) + 1;
}
