import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildRelease } from '../../scripts/release/build-release.mjs';
import { LAST_RELEASE } from '../../scripts/release/last-release.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The programs of a release, as paths for `ServiceProcess`. */
export interface Programs {
  auth: string;
  management: string;
  migrate: string;
}

const PROGRAMS: Programs = {
  auth: 'apps/auth/src/main.js',
  management: 'apps/management/src/main.js',
  migrate: 'apps/management/src/migrate.js',
};

/** The programs of this checkout. */
export const currentPrograms: Programs = PROGRAMS;

/** Those of the last release. The first call builds them, which takes some seconds. */
export async function lastPrograms(): Promise<Programs> {
  const folder = join(await buildRelease(ROOT, LAST_RELEASE), 'dist');
  return { auth: join(folder, PROGRAMS.auth), management: join(folder, PROGRAMS.management), migrate: join(folder, PROGRAMS.migrate) };
}
