import { DataSource, getMetadataArgsStorage } from 'typeorm';
import '../index.js';
import { createDataSourceOptions, type DatabaseOptions } from './data-source.js';

/** A connection outside Nest with all entities of the library. */
export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource({ ...createDataSourceOptions(options), entities: getMetadataArgsStorage().tables.map(({ target }) => target) });
}
