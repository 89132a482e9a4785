import type { Command } from 'commander';
import { parseUrl } from '../../protocol/index.js';
import { usageError } from '../cli-error.js';
import type { Checked, Finding } from '../doctor/finding.types.js';
import { EXIT } from '../exit-codes.js';
import { does, shopCommand, type CommandContext } from '../frame.js';
import { printable, type Report, type TextStyle } from '../output/index.js';
import type { OpenShop } from '../shop/open-shop.js';
import { withCreatedShop } from '../shop/with-shop.js';

interface DoctorFlags {
  readonly url?: string;
  readonly live: boolean;
}

const HELP = `
Nothing is changed: no migration is run, no order is made. One read is made with each key, and one signed test
notification goes through the application, and to --url; it is answered and not stored.

With --live a shop is checked that is to take real money. The test notification then goes to the registered address, and
what could not be checked counts as found.

Examples:
  tillbridge doctor
  tillbridge doctor --live
  tillbridge doctor --url https://shop.example --json`;

const findingsOf = ({ verdict }: Checked): readonly Finding[] => ('findings' in verdict ? verdict.findings : []);

const isSkipped = ({ verdict }: Checked): boolean => 'skipped' in verdict;

/** With `--live`, a check that could not be made counts as a failure. */
const isWell = (all: readonly Checked[], isLive: boolean): boolean =>
  all.every((each) => findingsOf(each).length === 0 && !(isLive && isSkipped(each)));

function findingText({ what, why, fix }: Finding, style: TextStyle): string {
  return [
    `    ${style.bold(printable(what))}`,
    `    Why it matters: ${why}`,
    `    What to do:     ${printable(fix)}`,
  ].join('\n');
}

function checkText(checked: Checked, style: TextStyle): string {
  const { title, verdict } = checked;
  if ('skipped' in verdict) return style.dim(`  – ${title}: not checked, ${verdict.skipped}`);
  if (verdict.findings.length === 0) return `${style.good('  ✓')} ${title}`;
  return [`${style.bad('  ✗')} ${title}: no`, ...verdict.findings.map((each) => findingText(each, style))].join('\n');
}

function sumText(all: readonly Checked[], isLive: boolean, style: TextStyle): string {
  const count = all.flatMap(findingsOf).length;
  const skipped = all.filter(isSkipped).length;
  const notChecked = skipped === 0 ? '' : `, ${skipped} not checked`;
  const found = `${count === 0 ? 'Nothing' : count} found${notChecked}`;
  if (!isLive) return count === 0 ? style.good(`${found}.`) : style.bad(`${found}.`);
  return isWell(all, isLive) ? style.good('Ready to go live.') : style.bad(`${found}: not ready to go live.`);
}

function doctorText(all: readonly Checked[], isLive: boolean, style: TextStyle): string {
  const sum = sumText(all, isLive, style);
  return [...all.map((each) => checkText(each, style)), '', sum].join('\n');
}

const documentOf = ({ check, title, verdict }: Checked): object =>
  'skipped' in verdict
    ? { check, title, state: 'skipped', reason: verdict.skipped, findings: [] }
    : { check, title, state: verdict.findings.length === 0 ? 'ok' : 'found', reason: null, findings: verdict.findings };

/** The checks and findings, for every output format. */
function doctorReport(all: readonly Checked[], isLive: boolean): Report {
  const ok = isWell(all, isLive);
  return {
    exit: ok ? EXIT.done : EXIT.no,
    json: { ok, checks: all.map(documentOf) },
    text: (style) => doctorText(all, isLive, style),
  };
}

function originOf(text: string | undefined): URL | null {
  if (text === undefined) return null;
  const url = parseUrl(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw usageError(
    `${printable(text)} is no address.`,
    'Name where the shop answers from outside: --url https://shop.example',
  );
}

async function examine({ flags, output }: CommandContext<DoctorFlags>): Promise<Report> {
  const given = originOf(flags.url);
  const { collectFacts, decideAll } = await import('../doctor/examine.js');
  const isLive = flags.live;
  const scope = { isLive, originOf: ({ config }: OpenShop): URL | null => given ?? originOf(config.config.url) };
  const facts = await collectFacts((work) => withCreatedShop(flags, output, work), scope);
  return doctorReport(decideAll(facts, isLive), isLive);
}

/** `tillbridge doctor`: what is wrong with a shop, why it matters, and how to fix it. */
export const doctorCommand = (): Command =>
  does(
    shopCommand('doctor')
      .option('--url <address>', 'where the shop answers from outside; a test notification is sent there, too')
      .option('--live', 'also what must hold before real money is taken', false)
      .addHelpText('after', HELP),
    examine,
  );
