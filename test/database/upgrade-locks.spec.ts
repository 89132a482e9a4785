const itOnPostgres = testEngines().some(({ name }) => name === 'postgres') ? it : it.skip;

itOnPostgres(
  'the upgrade leaves out the indexes that were built beforehand, as the page about upgrading has them',
  async () => {
    const { options, drop } = await createTestDatabase('postgres');
    const old = { ...options, migrations: [tillbridgeMigrations[0]], migrationsRun: true };
    const shop = await new DataSource(old).initialize();
    const next = await new DataSource({
      ...options,
      entities: [...tillbridgeEntities],
      migrations: [...tillbridgeMigrations],
    }).initialize();
    const large: string[] = [];
    const untap = tapStatements(next, {
      before: ({ sql }) => void (/^CREATE INDEX.*"tillbridge_(order|refund|effect)"/.test(sql) && large.push(sql)),
    });
    try {
      const [, block = ''] = /```sql\n([\s\S]*?)```/.exec(readPage('docs/guide/upgrading.md')) ?? [];
      const statements = block.split(';\n').filter((sql) => sql !== '');
      expect(statements).toHaveLength(6);
      for (const sql of statements) await shop.query(sql);
      await next.runMigrations();
      expect(large).toEqual([]);
      expect((await next.driver.createSchemaBuilder().log()).upQueries).toEqual([]);
    } finally {
      untap();
      await shop.destroy();
      await next.destroy();
      await drop();
    }
  },
);
