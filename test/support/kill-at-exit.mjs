/** Nothing stays behind when the process that started it ends, however it comes to that, but for a kill of its own. */
const alive = new Set();
process.once('exit', () => alive.forEach((child) => child.kill('SIGKILL')));

/** Kills a child together with this process. */
export function killAtExit(child) {
  alive.add(child);
  child.once('close', () => alive.delete(child));
}
