/**
 * The purpose of the process. `server` (the default): it serves the shop. `cli`: a person runs one command in it. Then
 * nothing of the module starts by itself, and no check at the start stops a command whose purpose is to find the fault.
 */
export type ProcessRole = 'server' | 'cli';
