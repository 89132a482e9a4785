import { describe, expect, it } from '@jest/globals';
import { CallerLimit } from './caller-limit.js';

describe('what one caller may cause', () => {
  const limitOf = (times: number) => new CallerLimit({ times, intervalMs: 3_600_000 });

  it('is counted for each', () => {
    const limit = limitOf(2);
    const admitted = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'].map((address) => limit.admit(address));
    expect(admitted).toEqual([true, true, false, true]);
  });

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::9', false],
    ['2001:db8:1:2::9', '2001:DB8:0001:2:ffff::', false],
    ['2001:db8::1', '2001:db8:0:0:1::', false],
    ['::1', '::2', false],
    ['2001:db8:1:2::9', '2001:db8:1:3::9', true],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:2::', true],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::', true],
  ])('is that of its network of IPv6: after %s, %s is admitted: %s', (one, other, expected) => {
    const limit = limitOf(1);
    expect([limit.admit(one), limit.admit(other)]).toEqual([true, expected]);
  });

  it('is forgotten for the one who was quiet for longest when there are more than ten thousand', () => {
    const limit = limitOf(1);
    const addresses = Array.from({ length: 10_001 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
    for (const address of addresses) limit.admit(address);
    expect([limit.admit(addresses[1]!), limit.admit(addresses[0]!)]).toEqual([false, true]);
  });
});
