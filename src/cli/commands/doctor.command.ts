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
}

const HELP = `
Nothing is changed: no migration is run, no order is made. One read is made with each key, and one signed test
notification goes through the application, and to --url; it is answered and not stored.

Examples:
  tillbridge doctor
  tillbridge doctor --url https://shop.example --json`;

const findingsOf = ({ verdict }: Checked): readonly Finding[] => ('findings' in verdict ? verdict.findings : []);

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

function doctorText(all: readonly Checked[], style: TextStyle): string {
  const count = all.flatMap(findingsOf).length;
  const skipped = all.filter(({ verdict }) => 'skipped' in verdict).length;
  const notChecked = skipped === 0 ? '' : `, ${skipped} not checked`;
  const sum = count === 0 ? style.good(`Nothing found${notChecked}.`) : style.bad(`${count} found${notChecked}.`);
  return [...all.map((each) => checkText(each, style)), '', sum].join('\n');
}

const documentOf = ({ check, title, verdict }: Checked): object =>
  'skipped' in verdict
    ? { check, title, state: 'skipped', reason: verdict.skipped, findings: [] }
    : { check, title, state: verdict.findings.length === 0 ? 'ok' : 'found', reason: null, findings: verdict.findings };

/** What was checked and found, as every way of printing has it. */
function doctorReport(all: readonly Checked[]): Report {
  const isWell = all.every((each) => findingsOf(each).length === 0);
  return {
    exit: isWell ? EXIT.done : EXIT.no,
    json: { ok: isWell, checks: all.map(documentOf) },
    text: (style) => doctorText(all, style),
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
  const originFor = ({ config }: OpenShop): URL | null => given ?? originOf(config.config.url);
  return doctorReport(decideAll(await collectFacts((work) => withCreatedShop(flags, output, work), originFor)));
}

/** `tillbridge doctor`: what is wrong with a shop, why it matters, and what mends it. */
export const doctorCommand = (): Command =>
  does(
    shopCommand('doctor')
      .option('--url <address>', 'where the shop answers from outside; a test notification is sent there, too')
      .addHelpText('after', HELP),
    examine,
  );
