import { canaryKey } from '../../support/canary.js';

/** The keys of the two terminal groups that the tests know. */
export const WEB_KEY = canaryKey('web');
export const TILL_KEY = canaryKey('till');
