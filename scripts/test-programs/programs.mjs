import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LAST_RELEASE, hasCommit } from '../release/last-release.mjs';

/**
 * A requirement of tests that npm does not provide: a program, or the sources of the last release.
 *
 * @typedef {object} Program
 *
 * @property {string} name of the command, the path where the tests expect it, or a description
 * @property {string} [debianPackage] absent if Debian has none; tests without the program are then listed and do not fail the run
 * @property {string} [otherSource] a command or URL that provides it; present if Debian has none
 * @property {() => boolean} [isThere] by default the name is searched
 * @property {string[]} startedBy the modules in test/support that start it, or test files. Every test file that imports one of them needs
 * it
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DNS_LAB = 'test/support/dns-lab/dns-lab.ts';
const POWER_DNS = ['test/support/dns/power-dns.ts', DNS_LAB];
const BIND = ['test/support/dns/bind.ts', DNS_LAB];
const BROWSER = ['test/support/browser/browser.ts'];
const APACHE = ['test/support/relying-party/apache.ts', 'test/support/integrate/apache.ts'];
const NGINX = ['test/support/nginx.ts'];
const RUN_COMMANDS_OF_DOCUMENTS = ['examples', 'mtls', 'start', 'workload-identity'].map((name) => `test/e2e/${name}.e2e-spec.ts`);
const AUTHLIB = ['test/support/examples/authlib.ts'];
const PY_JWT = ['test/support/examples/py-jwt.ts'];
const GO = ['test/support/examples/go.ts'];
const PYSAML2 = ['test/support/saml/pysaml2.ts'];
const GUIDES = ['test/support/integrate/guide.ts'];
const FLASK = ['test/support/integrate/flask.ts'];
const FASTAPI = ['test/support/integrate/fastapi.ts'];
const OAUTH2_PROXY = ['test/support/integrate/oauth2-proxy.ts'];
const GO_APPLICATION = ['test/support/integrate/go.ts'];
const RUST = ['test/support/integrate/rust.ts'];
/** What docs/integrate/rust.md needs besides their own dependencies. */
const CRATES = ['openidconnect-4.1.0', 'jsonwebtoken-12.0.0', 'tower-sessions-0.14.0'];
const SPRING = ['test/support/integrate/spring.ts'];
/** The page's pom.xml names the version. */
const SPRING_BOOT = '.m2/repository/org/springframework/boot/spring-boot-starter-oauth2-resource-server/3.5.7';

/** @type {Program[]} */
export const PROGRAMS = [
  { name: 'redis-server', debianPackage: 'redis-server', startedBy: ['test/support/redis.ts'] },
  { name: '/usr/bin/chromium-headless-shell', debianPackage: 'chromium-headless-shell', startedBy: BROWSER },
  { name: '/usr/share/fonts/truetype/liberation', debianPackage: 'fonts-liberation', startedBy: BROWSER },
  { name: '/usr/sbin/apache2', debianPackage: 'apache2', startedBy: APACHE },
  { name: '/usr/lib/apache2/modules/mod_auth_openidc.so', debianPackage: 'libapache2-mod-auth-openidc', startedBy: APACHE },
  { name: 'named', debianPackage: 'bind9', startedBy: BIND },
  { name: 'dnssec-signzone', debianPackage: 'bind9-utils', startedBy: BIND },
  { name: 'nsupdate', debianPackage: 'bind9-dnsutils', startedBy: BIND },
  { name: 'pdns_server', debianPackage: 'pdns-server', startedBy: POWER_DNS },
  { name: 'pdnsutil', debianPackage: 'pdns-server', startedBy: POWER_DNS },
  { name: '/usr/share/doc/pdns-backend-sqlite3', debianPackage: 'pdns-backend-sqlite3', startedBy: POWER_DNS },
  { name: 'caddy', debianPackage: 'caddy', startedBy: ['test/support/edge.ts'] },
  { name: 'pebble', debianPackage: 'pebble', startedBy: ['test/support/pebble.ts'] },
  { name: '/usr/sbin/nginx', debianPackage: 'nginx', startedBy: [...NGINX, ...OAUTH2_PROXY] },
  { name: 'curl', debianPackage: 'curl', startedBy: [...NGINX, ...RUN_COMMANDS_OF_DOCUMENTS, ...GUIDES] },
  { name: 'openssl', debianPackage: 'openssl', startedBy: [...NGINX, 'test/support/examples/webhook-shell.ts'] },
  { name: '/usr/share/doc/postgresql', debianPackage: 'postgresql', startedBy: ['test/support/debian-postgres.ts'] },
  { name: 'promtool', debianPackage: 'prometheus', startedBy: ['test/support/promtool.ts'] },
  { name: '/usr/sbin/pgbouncer', debianPackage: 'pgbouncer', startedBy: ['test/support/pgbouncer.ts'] },
  { name: 'helm', otherSource: 'go install helm.sh/helm/v3/cmd/helm@latest', startedBy: ['test/support/helm.ts'] },
  {
    name: '/usr/bin/python3',
    debianPackage: 'python3',
    startedBy: ['test/support/examples/webhook-python.ts', ...AUTHLIB, ...PY_JWT, ...FLASK, ...FASTAPI, ...PYSAML2],
  },
  { name: '/usr/lib/python3/dist-packages/saml2', debianPackage: 'python3-pysaml2', startedBy: PYSAML2 },
  { name: 'xmlsec1', debianPackage: 'xmlsec1', startedBy: PYSAML2 },
  { name: '/usr/lib/python3/dist-packages/jwt', debianPackage: 'python3-jwt', startedBy: [...PY_JWT, ...FASTAPI] },
  { name: '/usr/lib/python3/dist-packages/cryptography', debianPackage: 'python3-cryptography', startedBy: [...PY_JWT, ...FASTAPI] },
  { name: '/usr/lib/python3/dist-packages/authlib', debianPackage: 'python3-authlib', startedBy: [...AUTHLIB, ...FLASK, ...FASTAPI] },
  { name: '/usr/lib/python3/dist-packages/requests', debianPackage: 'python3-requests', startedBy: [...AUTHLIB, ...FLASK] },
  { name: '/usr/lib/python3/dist-packages/flask', debianPackage: 'python3-flask', startedBy: FLASK },
  { name: '/usr/lib/python3/dist-packages/fastapi', debianPackage: 'python3-fastapi', startedBy: FASTAPI },
  { name: '/usr/lib/python3/dist-packages/uvicorn', debianPackage: 'python3-uvicorn', startedBy: FASTAPI },
  { name: '/usr/lib/python3/dist-packages/httpx', debianPackage: 'python3-httpx', startedBy: FASTAPI },
  { name: '/usr/lib/python3/dist-packages/itsdangerous', debianPackage: 'python3-itsdangerous', startedBy: FASTAPI },
  {
    name: join(homedir(), 'go/pkg/mod/golang.org/x/oauth2@v0.30.0'),
    otherSource: 'go -C examples/go-service mod download',
    startedBy: GO,
  },
  {
    name: join(homedir(), 'go/pkg/mod/github.com/coreos/go-oidc/v3@v3.21.0'),
    otherSource: 'go -C examples/go-api mod download',
    startedBy: ['test/support/examples/go-api.ts', ...GO_APPLICATION],
  },
  {
    name: join(homedir(), 'go/pkg/mod/golang.org/x/oauth2@v0.36.0'),
    otherSource: 'go -C examples/go-api mod download',
    startedBy: GO_APPLICATION,
  },
  {
    name: join(homedir(), 'go/bin/oauth2-proxy'),
    otherSource: 'go install github.com/oauth2-proxy/oauth2-proxy/v7@latest',
    startedBy: OAUTH2_PROXY,
  },
  {
    name: join(homedir(), '.cache/latchkey/django/bin/django-admin'),
    otherSource: 'python3 -m venv ~/.cache/latchkey/django && ~/.cache/latchkey/django/bin/pip install django mozilla-django-oidc',
    startedBy: ['test/support/integrate/django.ts'],
  },
  {
    name: join(homedir(), '.cache/latchkey/scim/bin/scim2'),
    otherSource: 'python3 -m venv ~/.cache/latchkey/scim && ~/.cache/latchkey/scim/bin/pip install scim2-cli',
    startedBy: ['test/support/integrate/scim.ts'],
  },
  {
    name: join(homedir(), '.cache/latchkey/mcp/bin/mcp'),
    otherSource: 'python3 -m venv ~/.cache/latchkey/mcp && ~/.cache/latchkey/mcp/bin/pip install mcp==2.3.0',
    startedBy: ['test/support/mcp/python-client.ts'],
  },
  { name: 'mvn', otherSource: 'https://maven.apache.org/install.html', startedBy: SPRING },
  { name: join(homedir(), SPRING_BOOT), otherSource: 'mvn -q install with the files of docs/integrate/spring.md', startedBy: SPRING },
  { name: 'go', otherSource: 'https://go.dev/doc/install', startedBy: ['test/support/examples/go-program.ts', ...GO_APPLICATION] },
  { name: 'cargo', otherSource: 'https://rust-lang.org/tools/install', startedBy: RUST },
  {
    name: `the crates ${CRATES.join(', ')}`,
    otherSource: 'cargo fetch with the files of docs/integrate/rust.md',
    isThere: () => CRATES.every(isDownloaded),
    startedBy: RUST,
  },
  {
    name: `commit ${LAST_RELEASE.commit.slice(0, 8)}, v${LAST_RELEASE.version}`,
    otherSource: 'git fetch --unshallow',
    isThere: () => hasCommit(ROOT, LAST_RELEASE.commit),
    startedBy: ['test/support/release-programs.ts'],
  },
];

/** @returns {Program[]} the missing programs */
export function missingPrograms() {
  return PROGRAMS.filter(({ name, isThere = () => isInstalled(name) }) => !isThere());
}

/**
 * The Debian packages of programs, without duplicates. A program that Debian lacks needs none.
 *
 * @param {Program[]} programs
 */
export function packagesOf(programs) {
  return [...new Set(programs.flatMap(({ debianPackage }) => debianPackage ?? []))];
}

/** @param {Program} program @returns {string} its source */
export function sourceOf({ debianPackage, otherSource = '' }) {
  return debianPackage ? `apt-get install ${debianPackage}` : otherSource;
}

/** @param {string} name */
function isInstalled(name) {
  if (isAbsolute(name)) return isReadable(name);
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.some((folder) => isReadable(join(folder, name)));
}

/** @param {string} crate with its version. Cargo keeps the crates of each registry in a folder of its own */
function isDownloaded(crate) {
  const registries = join(homedir(), '.cargo/registry/src');
  return existsSync(registries) && readdirSync(registries).some((registry) => isReadable(join(registries, registry, crate)));
}

/** @param {string} path */
function isReadable(path) {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
