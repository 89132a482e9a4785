import type { ShopProcess } from './shop-process.mjs';

/**
 * Starts a program and waits until its output contains a `url`, as a line of JSON.
 *
 * @param program - path of its file
 * @param flags - of Node
 * @throws Error with its output if it ends before it listens
 */
export function startProgram(
  program: string,
  environment: Readonly<Record<string, string>>,
  flags?: readonly string[],
): Promise<ShopProcess>;
