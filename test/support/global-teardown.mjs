/** Jest's global tear-down: stops the servers this run has started and removes their folder. */
export default async function globalTeardown() {
  await globalThis.tillbridgeTestServers?.stop();
}
