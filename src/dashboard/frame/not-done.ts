/** The dashboard refuses a form: nothing was done, and the user reads why and what to do, from the labels. */
export class NotDone extends Error {
  constructor(
    readonly what: string,
    readonly advice: string,
  ) {
    super(what);
  }
}
