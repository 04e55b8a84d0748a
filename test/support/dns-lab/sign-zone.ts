import { execFile } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A key that a resolver trusts without proof: RFC 4033 section 2. */
export interface TrustAnchor {
  zone: string;
  /** Flags, protocol, algorithm and key, in the syntax of BIND's configuration. */
  key: string;
}

/** Signs a zone file, and writes the result to its name with `.signed` appended. @param expired whether the signatures have expired */
export async function signZone(file: string, zone: string, expired: boolean): Promise<TrustAnchor> {
  const directory = dirname(file);
  const env = { PATH: `${process.env['PATH']}:/usr/sbin:/usr/bin` };
  const { stdout } = await run('dnssec-keygen', ['-K', directory, '-a', 'ECDSAP256SHA256', '-f', 'KSK', zone], { env });
  const key = join(directory, stdout.trim());
  appendFileSync(file, readFileSync(`${key}.key`, 'utf8'));
  const times = expired ? ['-s', '20200101000000', '-e', '20200201000000'] : [];
  await run('dnssec-signzone', ['-P', '-z', '-o', zone, '-d', directory, ...times, '-f', `${file}.signed`, file, key], { env });
  const [, flags, protocol, algorithm, data = ''] = /DNSKEY (\d+) (\d+) (\d+) ([^;]+)/.exec(readFileSync(`${key}.key`, 'utf8')) ?? [];
  return { zone, key: `${flags} ${protocol} ${algorithm} "${data.replaceAll(/\s/g, '')}"` };
}
