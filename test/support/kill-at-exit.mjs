/** Kills all registered children when this process ends, for any reason except its own SIGKILL. */
const alive = new Set();
process.once('exit', () => alive.forEach((child) => child.kill('SIGKILL')));

/** Kills a child together with this process. */
export function killAtExit(child) {
  alive.add(child);
  child.once('close', () => alive.delete(child));
}
