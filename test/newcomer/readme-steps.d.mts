/** One thing the README tells to do. */
export type ReadmeStep =
  { kind: 'command'; command: string; inAnotherTerminal: boolean } | { kind: 'file'; path: string; text: string };

/** Every step of the part about using the package, in the order of the page. */
export function readmeSteps(page: string): ReadmeStep[];
