import 'reflect-metadata';
import { readMigrationSettings } from '@latchkey/config';
import { migrate } from '@latchkey/persistence';
import { runMain } from '@latchkey/server';

await runMain(() => migrate(readMigrationSettings().DATABASE_URL));
