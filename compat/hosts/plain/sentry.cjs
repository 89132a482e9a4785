/** Loaded before a host, as Sentry's guide for NestJS says. Ends the process if an event has the host's key. */
const Sentry = require('@sentry/nestjs');

let events = 0;
const keep = (event) => {
  events += 1;
  if (!JSON.stringify(event).includes(process.env.HOST_API_KEY)) return null;
  console.error('an event for Sentry has the API key');
  process.exit(1);
};

Sentry.init({
  // Nothing is sent: every event ends in one of the functions below.
  dsn: 'http://public@127.0.0.1:9/1',
  tracesSampleRate: 1,
  sendDefaultPii: true,
  beforeSend: keep,
  beforeSendTransaction: keep,
  beforeBreadcrumb: (breadcrumb) => (keep(breadcrumb), breadcrumb),
});

process.on('exit', (code) => {
  if (code === 0 && events === 0) process.exitCode = 1;
});
