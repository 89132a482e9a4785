/** Preloaded: prints the processor time of the process to standard error when it ends. */
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write(JSON.stringify({ cpuMs: (user + system) / 1_000 }));
});
