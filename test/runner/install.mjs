import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

/** While this file exists, Debian's packages do not start their services. */
const POLICY = '/usr/sbin/policy-rc.d';
const NO_SERVICE = '#!/bin/sh\nexit 101\n';

/** Whether packages can be installed here: as root on Debian and the like. */
export function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/**
 * Installs Debian packages, without starting their services.
 *
 * @param {string[]} packages
 * @returns {string | undefined} the error of apt-get; absent: they are installed
 */
export function install(packages) {
  const isOurs = !existsSync(POLICY);
  if (isOurs) writeFileSync(POLICY, NO_SERVICE, { mode: 0o755 });
  try {
    return aptGet('update') ?? aptGet('install', '-y', '--no-install-recommends', ...packages);
  } finally {
    if (isOurs) rmSync(POLICY, { force: true });
  }
}

/** @param {string[]} args */
function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stdout, stderr } = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], { env, encoding: 'utf8' });
  return status === 0 ? undefined : `${stdout}${stderr}`;
}
