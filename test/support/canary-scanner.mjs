/**
 * Recognises the canary key in any text and any encoding: plain, percent-encoded, hexadecimal, or base64. Base64 has
 * three forms, because the marker may begin at any of the three bytes of a group.
 */
import { Buffer } from 'node:buffer';
import { CANARY_MARKER } from './canary-marker.mjs';

/** The characters of a base64 text that depend only on `marker`, if `before` bytes precede it. */
function base64At(marker, before) {
  const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(marker)]).toString('base64');
  const first = Math.ceil((before * 8) / 6);
  const end = Math.floor(((before + Buffer.byteLength(marker)) * 8) / 6);
  return encoded.slice(first, end);
}

const percentEncoded = (marker) => Buffer.from(marker).toString('hex').replace(/../g, '%$&');
const urlSafe = (base64) => base64.replaceAll('+', '-').replaceAll('/', '_');

/** Every encoding of `marker` that is searched. `caseless` forms are compared in lower case. */
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

/** The name of the form in which `text` contains the canary, or undefined. */
export function findCanary(text) {
  const lowered = text.toLowerCase();
  return FORMS.find((form) => (form.caseless ? lowered : text).includes(form.text))?.name;
}

/** Searches a stream of chunks for the canary, also across the border of two chunks. */
export class CanaryScanner {
  #tail = '';

  /** The form that was found, or undefined. Once set it stays. */
  found;

  /** @param {Buffer | string} chunk */
  push(chunk) {
    const text = this.#tail + (typeof chunk === 'string' ? chunk : chunk.toString('latin1'));
    this.found ??= findCanary(text);
    this.#tail = text.slice(-(LONGEST - 1));
    return this.found;
  }
}
