import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { missingPrograms, packagesOf } from './programs.mjs';

/**
 * Installs the Debian packages that the tests need and this machine lacks, as root on Debian and its derivatives; elsewhere it does
 * nothing.
 *
 * node scripts/test-programs/install.mjs
 *
 * `npm test` runs it first. If apt-get fails, it prints why, and lists the tests that need a missing package.
 */

/** While this file exists, Debian's packages do not start their services. */
const POLICY = '/usr/sbin/policy-rc.d';
const NO_SERVICE = '#!/bin/sh\nexit 101\n';

const packages = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') ? packagesOf(missingPrograms()) : [];
if (packages.length > 0) install();

function install() {
  console.log(`Installing what the tests need: ${packages.join(' ')}`);
  const isOurs = !existsSync(POLICY);
  if (isOurs) writeFileSync(POLICY, NO_SERVICE, { mode: 0o755 });
  try {
    const complaint = aptGet('update') ?? aptGet('install', '-y', '--no-install-recommends', ...packages);
    if (complaint) console.error(`apt-get failed:\n${complaint}`);
  } finally {
    if (isOurs) rmSync(POLICY, { force: true });
  }
}

/** @param {string[]} args @returns {string | undefined} its error output */
function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stdout, stderr } = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], { env, encoding: 'utf8' });
  return status === 0 ? undefined : `${stdout}${stderr}`;
}
