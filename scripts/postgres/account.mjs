import { readFileSync } from 'node:fs';

/**
 * The account of the server; absent for that of this process.
 *
 * @typedef {{ uid: number, gid: number }} Account
 */

/** PostgreSQL refuses to run as root. `postgres` comes first, because `nobody` can own files of other services. */
const CANDIDATES = ['postgres', 'nobody', 'daemon'];

/**
 * @param {Account | undefined} owner the current owner of the cluster's files, if they exist
 * @returns {Account | undefined} absent unless this process is root
 * @throws {Error} if this process is root and the machine has no suitable account
 */
export function serverAccount(owner) {
  if (process.getuid?.() !== 0) return undefined;
  if (owner && owner.uid !== 0) return owner;
  const accounts = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name, , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]),
  );
  for (const name of CANDIDATES) {
    const account = accounts.get(name);
    if (account && account.uid > 0) return account;
  }
  throw new Error(`PostgreSQL does not run as root, and none of the users ${CANDIDATES.join(', ')} exists: run as an ordinary user`);
}
