/** A form that the dashboard itself refuses: nothing was done, and the sender reads why and what to do, in its own labels. */
export class NotDone extends Error {
  constructor(
    readonly what: string,
    readonly advice: string,
  ) {
    super(what);
  }
}
