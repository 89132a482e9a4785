/** One thing a page tells to do. */
export type PageStep =
  | { kind: 'command'; command: string; inAnotherTerminal: boolean }
  | { kind: 'file'; path: string; text: string };

/** Every step of one part of a page, in the order of the page. */
export function stepsOfPart(page: string, part: string): PageStep[];
