import { parseAuthHeader, type SignedParts } from '../../protocol/index.js';
import { proved, type SignatureFinding, type Mistake } from './finding.types.js';

const SIGNED = /^\d{10,13}:[0-9a-f]{128}$/i;
const SHA512_BYTES = 64;

const decoded = (base64: string): string => Buffer.from(base64, 'base64').toString('latin1');
const encoded = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
const when = (applies: boolean, meant: () => string): readonly string[] => (applies ? [meant()] : []);

/** Changes that may happen to an `Auth` header between the wire and its reader; tried one after the other. */
const MISTAKES: readonly Mistake<string>[] = [
  {
    code: 'header-with-name',
    what: 'The name of the header, or a word such as Basic, stands before its value.',
    fix: 'Give only what follows "Auth:". The service puts no word before it.',
    meant: (header) =>
      when(/^\s*(?:auth\s*:|basic\s|bearer\s)/i.test(header), () =>
        header.replace(/^\s*(?:auth\s*:\s*)?(?:basic\s+|bearer\s+)?/i, ''),
      ),
  },
  {
    code: 'header-quoted',
    what: 'The header stands in quotation marks.',
    fix: 'Take them away: they come from a log or a shell, not from the service.',
    meant: (header) => when(/^\s*(["'`]).*\1\s*$/s.test(header), () => header.trim().slice(1, -1)),
  },
  {
    code: 'header-percent-encoded',
    what: 'The header is percent-encoded: it has been through an address or a form.',
    fix: 'Decode it: %2B is +, %2F is /, %3D is =.',
    meant: (header) =>
      when(/%(?:2b|2f|3d)/i.test(header), () => header.replace(/%(2b|2f|3d)/gi, (code) => decodeURIComponent(code))),
  },
  {
    code: 'header-white-space',
    what: 'There is white space in or around the header, such as the line breaks of a mail or a log.',
    fix: 'Take all of it away: base64 of this length is one word.',
    meant: (header) => when(/\s/.test(header), () => header.replace(/\s/g, '')),
  },
  {
    code: 'header-not-base64',
    what: 'The header is not base64: it is what comes out of decoding it.',
    fix: 'Send and compare it encoded: base64 of "timestamp:signature" (spec §5.2.1).',
    meant: (header) => when(SIGNED.test(header), () => encoded(header)),
  },
  {
    code: 'header-url-safe',
    what: 'The header uses the letters of base64url, - and _.',
    fix: 'Use those of plain base64, + and /, with = at its end.',
    meant: (header) =>
      when(/^[\w-]+$/.test(header) && /[-_]/.test(header), () => header.replaceAll('-', '+').replaceAll('_', '/')),
  },
  {
    code: 'header-padding',
    what: 'The = at the end of the header is missing, or there are too many.',
    fix: 'Pad it to a multiple of four characters.',
    meant: (header) =>
      when(/^[A-Za-z0-9+/]+=*$/.test(header) && encoded(decoded(header)) !== header, () => encoded(decoded(header))),
  },
  {
    code: 'header-encoded-twice',
    what: 'The header is base64 of base64.',
    fix: 'Encode it once.',
    meant: (header) => when(SIGNED.test(decoded(decoded(header))), () => decoded(header)),
  },
  {
    code: 'header-signature-base64',
    what: 'The signature in the header is base64, not hexadecimal digits.',
    fix: 'Write the digest as 128 lower-case hexadecimal digits, then base64 the whole (spec §5.2.4).',
    meant(header) {
      const [, timestamp = '', digest = ''] = /^(\d{10,13}):([A-Za-z0-9+/]{86}==)$/.exec(decoded(header)) ?? [];
      const bytes = Buffer.from(digest, 'base64');
      return when(bytes.length === SHA512_BYTES, () => encoded(`${timestamp}:${bytes.toString('hex')}`));
    },
  },
  {
    code: 'header-upper-case',
    what: 'The hexadecimal digits of the signature are upper-case letters.',
    fix: 'Write them in lower case (spec §5.2.4).',
    meant: (header) =>
      when(SIGNED.test(decoded(header)) && /[A-F]/.test(decoded(header)), () => encoded(decoded(header).toLowerCase())),
  },
];

/** A digest with this number of hexadecimal digits belongs to another algorithm. */
const ALGORITHMS: Readonly<Record<number, string>> = {
  32: 'MD5',
  40: 'SHA-1',
  56: 'SHA-224',
  64: 'SHA-256',
  96: 'SHA-384',
};

/** The content of an `Auth` header, corrected if possible, and the corrections. */
export interface HeaderReading {
  /** Null if it cannot be read. */
  readonly auth: SignedParts | null;
  /** Empty if the header is correct. */
  readonly findings: readonly SignatureFinding[];
}

/** Reads an `Auth` header as tolerantly as possible, and tells what was wrong with it (spec §5.2). */
export function readHeader(header: string): HeaderReading {
  const findings: SignatureFinding[] = [];
  let text = header;
  for (const mistake of MISTAKES) {
    const parsed = parseAuthHeader(text);
    if (parsed.ok) return { auth: parsed, findings };
    const [meant] = mistake.meant(text);
    if (meant === undefined) continue;
    findings.push(proved(mistake));
    text = meant;
  }
  const parsed = parseAuthHeader(text);
  return parsed.ok ? { auth: parsed, findings } : { auth: null, findings: [proved(shapeOf(text))] };
}

function shapeOf(text: string): Omit<SignatureFinding, 'certain'> {
  if (text === '') {
    return {
      code: 'header-missing',
      what: 'There is no Auth header.',
      fix: 'Only POST notifications carry one. Where they lose it, look for a proxy that passes only the headers it knows.',
    };
  }
  const inside = decoded(text);
  if (encoded(inside) !== text) {
    return {
      code: 'header-not-base64',
      what: 'The header is no base64.',
      fix: 'Take it as it came: base64 of "timestamp:signature" (spec §5.2.1).',
    };
  }
  return insideOf(inside);
}

function insideOf(text: string): Omit<SignatureFinding, 'certain'> {
  const colon = text.indexOf(':');
  const [timestamp, digest] = [text.slice(0, colon), text.slice(colon + 1)];
  if (colon < 0)
    return {
      code: 'header-without-colon',
      what: 'The decoded header has no colon.',
      fix: 'It should read "timestamp:signature" (spec §5.2.2).',
    };
  if (!/^\d{10,13}$/.test(timestamp)) {
    return {
      code: 'header-timestamp',
      what: 'What stands before the colon is no unix time.',
      fix: 'It should be ten digits (seconds) or thirteen (milliseconds).',
    };
  }
  const algorithm = /^[0-9a-f]+$/i.test(digest) ? ALGORITHMS[digest.length] : undefined;
  if (algorithm !== undefined) {
    return {
      code: 'header-algorithm',
      what: `The signature is as long as one by ${algorithm}.`,
      fix: 'Sign by HMAC-SHA512: 128 hexadecimal digits (spec §5.2.4).',
    };
  }
  return {
    code: 'header-signature',
    what: `The signature has ${digest.length} characters.`,
    fix: 'It should be 128 hexadecimal digits; perhaps a part of it was cut off.',
  };
}
