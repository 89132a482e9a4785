const CHANNEL = /^[A-Za-z_]\w{0,62}$/;

/** The name of a channel, if no broker has to quote it. @throws {TypeError} otherwise */
export function checkedChannel(channel: string): string {
  if (!CHANNEL.test(channel)) throw new TypeError('channel: must be letters, digits and underscores, at most 63');
  return channel;
}
