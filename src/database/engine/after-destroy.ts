import type { DataSource } from 'typeorm';

/**
 * Does something each time the DataSource has been destroyed.
 *
 * For what Node would go on paying for: Node 20 tells every AsyncLocalStorage that was ever used of each new promise, so a
 * process that opens and closes a hundred DataSources, as a suite of tests does, would be slowed down by all of them.
 *
 * @example
 * const seen = new Map<string, string>();
 * afterDestroy(dataSource, () => seen.clear());
 */
export function afterDestroy(dataSource: DataSource, clearUp: () => void): void {
  const destroy = dataSource.destroy.bind(dataSource);
  dataSource.destroy = async () => {
    await destroy();
    clearUp();
  };
}
