/** Why no small disk can be made on this machine; null when it can. */
export function noSmallDisk(): string | null;
