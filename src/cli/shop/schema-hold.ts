import { DataSource } from 'typeorm';

const CHANGERS = ['runMigrations', 'synchronize', 'dropDatabase'] as const;

/**
 * Keeps `migrationsRun`, `synchronize` and `dropSchema` of the shop's TypeORM options from doing anything while the shop is
 * opened: looking at a database must not change it. `tillbridge migrate` changes it, when told to.
 *
 * @returns lets go again
 */
export function holdSchema(): () => void {
  const { prototype } = DataSource;
  const kept = CHANGERS.map((name) => Object.getOwnPropertyDescriptor(prototype, name));
  for (const name of CHANGERS) Object.defineProperty(prototype, name, { value: async () => [], configurable: true });
  return () => {
    CHANGERS.forEach((name, index) => Object.defineProperty(prototype, name, kept[index] ?? {}));
  };
}
