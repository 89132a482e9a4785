/**
 * Recognises the canary key in any text, whichever way it was written down on its road there: as it is, percent-encoded,
 * hexadecimal, or base64. Base64 has three forms, for the marker may begin at any of the three bytes of a group.
 */
import { Buffer } from 'node:buffer';
import { CANARY_MARKER } from './canary-marker.mjs';

/** The characters of a base64 text that `marker` alone decides, when `before` bytes stand in front of it. */
function base64At(marker, before) {
  const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(marker)]).toString('base64');
  const first = Math.ceil((before * 8) / 6);
  const end = Math.floor(((before + Buffer.byteLength(marker)) * 8) / 6);
  return encoded.slice(first, end);
}

const percentEncoded = (marker) => Buffer.from(marker).toString('hex').replace(/../g, '%$&');
const urlSafe = (base64) => base64.replaceAll('+', '-').replaceAll('/', '_');

/**
 * Every way of writing `marker` that is searched for.
 * `caseless` forms are compared in lower case.
 */
export function canaryForms(marker = CANARY_MARKER) {
  const base64 = [0, 1, 2].map((before) => ({ name: `base64 (offset ${before})`, text: base64At(marker, before) }));
  return [
    { name: 'plain', text: marker.toLowerCase(), caseless: true },
    { name: 'percent-encoded', text: percentEncoded(marker), caseless: true },
    { name: 'hexadecimal', text: Buffer.from(marker).toString('hex'), caseless: true },
    ...base64.flatMap(({ name, text }) => [
      { name, text, caseless: false },
      { name: `${name}, URL-safe`, text: urlSafe(text), caseless: false },
    ]),
  ];
}

const FORMS = canaryForms();
const LONGEST = Math.max(...FORMS.map((form) => form.text.length));

/** The name of the form in which the canary stands in `text`, or undefined. */
export function findCanary(text) {
  const lowered = text.toLowerCase();
  return FORMS.find((form) => (form.caseless ? lowered : text).includes(form.text))?.name;
}

/** Looks for the canary in a stream that comes in chunks, also where a chunk ends in the middle of it. */
export class CanaryScanner {
  #tail = '';

  /** The form found by now, or undefined. Once set it stays. */
  found;

  /** @param {Buffer | string} chunk */
  push(chunk) {
    const text = this.#tail + (typeof chunk === 'string' ? chunk : chunk.toString('latin1'));
    this.found ??= findCanary(text);
    this.#tail = text.slice(-(LONGEST - 1));
    return this.found;
  }
}
