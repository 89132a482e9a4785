import { DataSource } from 'typeorm';

const CHANGERS = ['runMigrations', 'synchronize', 'dropDatabase'] as const;

/**
 * Disables `migrationsRun`, `synchronize` and `dropSchema` of the shop's TypeORM options while the shop is opened:
 * reading a database must not change it. Only `tillbridge migrate` changes it.
 *
 * @returns a function that enables them again
 */
export function holdSchema(): () => void {
  const { prototype } = DataSource;
  const kept = CHANGERS.map((name) => Object.getOwnPropertyDescriptor(prototype, name));
  for (const name of CHANGERS) Object.defineProperty(prototype, name, { value: async () => [], configurable: true });
  return () => {
    CHANGERS.forEach((name, index) => Object.defineProperty(prototype, name, kept[index] ?? {}));
  };
}
