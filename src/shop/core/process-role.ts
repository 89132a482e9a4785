/**
 * What the process is there for. `server` (where nothing else is said): it serves the shop. `cli`: a person runs one
 * command in it; nothing of the module begins by itself, and nothing is checked at the start that would stop a command
 * which is there to find out what is wrong.
 */
export type ProcessRole = 'server' | 'cli';
