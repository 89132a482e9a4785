/** The one of a name. @throws RangeError that says which there are */
export function named<Each extends { readonly name: string }>(all: Iterable<Each>, what: string, name: string): Each {
  const known = [...all];
  const found = known.find((each) => each.name === name);
  if (found) return found;
  throw new RangeError(`there is no ${what} ${name}; there are ${known.map((each) => each.name).join(', ')}`);
}
