/** A reason for which a row cannot run on this machine: it is no failure of the package. */
export class NotHere extends Error {}
