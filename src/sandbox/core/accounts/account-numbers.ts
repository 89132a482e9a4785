import type { SandboxAccount } from '../options/sandbox.settings.js';

const FIRST_SITE = 9_001;

/** The account number of the sandbox: it has one account. */
export const ACCOUNT_NUMBER = 1_001;

/**
 * The number of an account's website, as in the service's lists: the site's own id if that is a number, or else one
 * from the order of the options.
 */
export function siteNumber({ site }: SandboxAccount, accounts: readonly SandboxAccount[]): number {
  if (/^[1-9]\d{0,8}$/.test(site)) return Number(site);
  const sites = [...new Set(accounts.map((account) => account.site))];
  return FIRST_SITE + sites.indexOf(site);
}

/** The number of a terminal group: its position in the options, from 1. */
export function groupNumber({ name }: SandboxAccount, accounts: readonly SandboxAccount[]): number {
  return accounts.findIndex((account) => account.name === name) + 1;
}
