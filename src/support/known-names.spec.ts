import { describe, expect, it } from '@jest/globals';
import { unknownNames } from './known-names.js';

describe('names of options', () => {
  const known = { zone: true, calls: { burst: true }, groups: [{ name: true, own: true }] } as const;

  it('that are known are no fault, at any level', () => {
    const given = { zone: 'UTC', calls: { burst: 1 }, groups: [{ name: 'web', own: { any: 'thing' } }] };
    expect(unknownNames(given, known)).toEqual([]);
    for (const odd of [undefined, null, 'text', 1, [], () => 1]) expect(unknownNames(odd, known)).toEqual([]);
  });

  it('that are unknown are reported with their place and the known names, in lists, in records and from another realm', () => {
    expect(unknownNames({ zon: 1, calls: { brst: 2 }, groups: [{ name: 'a' }, { nam: 'b' }] }, known)).toEqual([
      'zon: is no option; those known here are zone, calls, groups; did you mean zone?',
      'calls.brst: is no option; those known here are burst; did you mean burst?',
      'groups.1.nam: is no option; those known here are name, own; did you mean name?',
    ]);
    expect(unknownNames({ groups: { nl: Object.assign(Object.create(null), { nam: 1 }) } }, known)).toHaveLength(1);
    expect(unknownNames(JSON.parse('{"__proto__": 1, "toString": 2}'), known)).toHaveLength(2);
  });

  it('of an instance of a class are not checked', () => {
    class Calls {
      readonly peace = 1;
    }
    expect(unknownNames({ calls: new Calls(), groups: [new Calls()] }, known)).toEqual([]);
  });
});
