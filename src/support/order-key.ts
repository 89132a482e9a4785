/** One text for a terminal group and an id, as a key of maps. Ids are compared exactly, unlike in some databases. */
export const orderKey = ({ group, orderId }: { readonly group: string; readonly orderId: string }): string =>
  JSON.stringify([group, orderId]);
