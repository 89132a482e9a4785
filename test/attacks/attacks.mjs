/**
 * Every attack by its name. `requests` is how many it makes when no one says; `load` gives what carries it out:
 * `(plan) => Promise<{ engines, violations, figures, tables }>`, where a plan is
 * `{ requests, platforms, engines, seed, progress(text) }` (see attack.types.ts).
 */
export const ATTACKS = {
  forged: {
    title: 'Forged notifications of every kind, over real sockets and by the million',
    requests: 1_000_000,
    load: async () => (await import('./forged.js')).attackForged,
  },
  fuzz: {
    title: 'Well signed bodies that hold anything at all, from the socket to the ledger',
    requests: 100_000,
    load: async () => (await import('./fuzz.js')).attackFuzz,
  },
  timing: {
    title: 'Does the time taken to judge a signature tell how much of it is right?',
    requests: 1_000_000,
    load: async () => (await import('./timing.js')).attackTiming,
  },
  flood: {
    title: 'Does a flood of forged requests keep authentic notifications waiting, or fill the memory?',
    requests: 15_000,
    load: async () => (await import('./flood.mjs')).attackByFlood,
  },
  slow: {
    title: 'Do thousands of sockets that hardly send anything keep authentic notifications waiting?',
    requests: 7_500,
    load: async () => (await import('./slow.mjs')).attackSlowly,
  },
  'get-flood': {
    title: 'What can be learnt, and what caused, by notifications that no one signs?',
    requests: 100_000,
    load: async () => (await import('./get-flood.mjs')).attackByGet,
  },
  memory: {
    title: 'Does the memory grow with the notifications that were taken in?',
    requests: 100_000,
    load: async () => (await import('./memory.mjs')).soakMemory,
  },
  addresses: {
    title: 'Can the sandbox be led to any address but those of this machine?',
    requests: 0,
    load: async () => (await import('./addresses.js')).attackAddresses,
  },
};
