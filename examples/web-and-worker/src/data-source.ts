import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { databaseOptions } from './database.js';

/** For TypeORM's command line: `typeorm migration:run -d dist/data-source.js`. */
export default new DataSource(databaseOptions());
