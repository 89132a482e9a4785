/** The reason why a row cannot run on this machine; not a failure of the package. */
export class NotHere extends Error {}
