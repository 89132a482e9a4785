/** The file for TypeORM's command line: `typeorm migration:run -d data-source.js`. */
import 'reflect-metadata';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { databaseOptions } from './settings.js';

export default new DataSource({ ...(databaseOptions() as DataSourceOptions), migrationsRun: false });
