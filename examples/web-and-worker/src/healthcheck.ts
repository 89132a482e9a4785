import { stat } from 'node:fs/promises';

/** Three heartbeats of a worker, in milliseconds. */
const FRESH_MS = 30_000;

/** Calls an address, or checks the age of a file. */
async function isHealthy(place: string): Promise<boolean> {
  if (place.startsWith('http')) return (await fetch(place)).ok;
  return Date.now() - (await stat(place)).mtimeMs < FRESH_MS;
}

/** For containers, whose image may have no curl: `node dist/healthcheck.js URL-OR-FILE` ends with 1 if something is wrong. */
isHealthy(process.argv[2] ?? '').then(
  (isWell) => process.exit(isWell ? 0 : 1),
  () => process.exit(1),
);
