/** Who attacks the shop, and with how much. */

const attack = (name, run) => ({
  name: `attacks-${name}`,
  file: 'test/attacks/run.mjs',
  args: [name],
  ...run,
});

export const ATTACK_RUNS = [
  attack('forged', {
    says: 'Notifications that no one signed, of every kind that could be thought of.',
    promises: [3],
    sizes: { long: ['--requests', '1000000'], default: ['--requests', '1000000'], short: ['--requests', '2000'] },
    minutes: { long: 12, default: 12, short: 1 },
    counts: ['forged, over sockets'],
  }),
  attack('fuzz', {
    says: 'Signed notifications whose bodies are nonsense.',
    promises: [2, 3],
    sizes: { long: ['--requests', '100000'], default: ['--requests', '100000'], short: ['--requests', '500'] },
    minutes: { long: 9, default: 9, short: 1 },
    counts: ['signed bodies, all engines'],
  }),
  attack('flood', {
    says: 'Floods of forged requests, large bodies, slow bodies and headers, while authentic notifications come in.',
    promises: [1, 3],
    sizes: { short: ['--requests', '500'] },
    minutes: { long: 10, default: 10, short: 3 },
  }),
  attack('slow', {
    says: 'Thousands of sockets that hardly do anything, while authentic notifications come in.',
    promises: [1, 3],
    sizes: { short: ['--requests', '500', '--platforms', 'fastify'] },
    minutes: { long: 10, default: 10, short: 3 },
  }),
  attack('get-flood', {
    says: 'What can strangers learn, and bring about, by notifications that no one signs?',
    promises: [3],
    sizes: { short: ['--requests', '2000'] },
    minutes: { long: 5, default: 5, short: 1 },
  }),
  attack('memory', {
    says: 'Does the memory of the shop grow with what it has taken in?',
    promises: [1],
    sizes: {
      long: ['--requests', '1000000', '--platforms', 'fastify'],
      short: ['--requests', '2000', '--platforms', 'fastify'],
    },
    minutes: { long: 25, default: 10, short: 1 },
  }),
  attack('timing', {
    says: 'Does the time taken to judge a signature tell how much of it is right?',
    promises: [3, 6],
    sizes: { long: [], default: ['--requests', '200000'], short: ['--requests', '10000'] },
    minutes: { long: 5, default: 2, short: 1 },
  }),
  attack('addresses', {
    says: 'Can the sandbox be led to any address but those of this machine?',
    promises: [6],
    minutes: { long: 1, default: 1, short: 1 },
    counts: ['vectors tried'],
  }),
];
