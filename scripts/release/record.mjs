/**
 * `DATABASE_URL=postgres://… node scripts/release/record.mjs vX.Y.Z`: records a tagged release as the one that the next release must be
 * able to replace. Writes its commit to test/upgrade/release.json, and its schema to test/upgrade/schema-X.Y.Z.sql.
 *
 * The database must be empty, and its server no newer than pg_dump.
 */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildRelease } from './build-release.mjs';
import { LAST_RELEASE, LAST_SCHEMA } from './last-release.mjs';
import { tidyDump } from './tidy-dump.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = fileURLToPath(new URL('../../test/upgrade', import.meta.url));

const { DATABASE_URL } = process.env;
const tag = process.argv[2] ?? '';
if (!DATABASE_URL || !/^v\d+\.\d+\.\d+$/.test(tag))
  throw new Error('usage: DATABASE_URL=postgres://… node scripts/release/record.mjs vX.Y.Z');

const commit = execFileSync('git', ['rev-parse', `${tag}^{commit}`], { cwd: ROOT, encoding: 'utf8' }).trim();
const absentPackages = commit === LAST_RELEASE.commit ? LAST_RELEASE.absentPackages : {};
const built = await buildRelease(ROOT, { commit, absentPackages });
execFileSync('npm', ['run', 'migrate'], { cwd: built });
const dump = execFileSync('pg_dump', ['--no-owner', '--no-privileges', '--inserts', DATABASE_URL], { encoding: 'utf8' });

const version = tag.slice(1);
rmSync(LAST_SCHEMA, { force: true });
writeFileSync(join(FOLDER, `schema-${version}.sql`), tidyDump(dump));
writeFileSync(join(FOLDER, 'release.json'), `${JSON.stringify({ version, commit, absentPackages }, null, 2)}\n`);
