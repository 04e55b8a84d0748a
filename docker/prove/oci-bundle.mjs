/**
 * Writes the OCI runtime configuration of a container as compose.yaml and the Helm chart have it: the image's own command, user and
 * environment, no capability, read-only root, /tmp in memory (which only Compose has), the system calls of the usual default profile. Network: the machine's.
 *
 *   buildah inspect --type image <image> | node oci-bundle.mjs <bundle directory> <root file system> NAME=VALUE...
 *
 * Prints the image's health check command, one argument a line. Run by run-images.sh.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [bundle = '', root = '', ...variables] = process.argv.slice(2);
const { config } = JSON.parse(readFileSync(0, 'utf8')).Docker;
const [uid, gid] = config.User.split(':').map(Number);
const none = [];

/** The profile that Debian's container packages bring; Docker's and containerd's defaults are its siblings. */
const PROFILE = '/usr/share/containers/seccomp.json';

/** The profile as the runtime takes it, for a process without capabilities. */
function seccomp() {
  if (!existsSync(PROFILE)) return undefined;
  const [kernel, distribution] = process.arch === 'arm64' ? ['SCMP_ARCH_AARCH64', 'arm64'] : ['SCMP_ARCH_X86_64', 'amd64'];
  const { defaultAction, defaultErrnoRet, syscalls } = JSON.parse(readFileSync(PROFILE, 'utf8'));
  const applies = ({ includes }) => !includes?.caps && (includes?.arches ?? [distribution]).includes(distribution);
  return {
    defaultAction,
    defaultErrnoRet,
    architectures: [kernel],
    syscalls: syscalls.filter(applies).map(({ names, action, args, errnoRet }) => ({ names, action, args: args ?? none, errnoRet })),
  };
}

const specification = {
  ociVersion: '1.0.2',
  process: {
    terminal: false,
    user: { uid, gid },
    args: [...config.Entrypoint, ...config.Cmd],
    env: [...config.Env, ...variables],
    cwd: config.WorkingDir,
    capabilities: { bounding: none, effective: none, permitted: none, inheritable: none, ambient: none },
    noNewPrivileges: true,
  },
  root: { path: root, readonly: true },
  mounts: [
    { destination: '/proc', type: 'proc', source: 'proc' },
    { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=64k'] },
    { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'noexec', 'size=16m', 'mode=1777'] },
  ],
  linux: { namespaces: [{ type: 'pid' }, { type: 'mount' }, { type: 'ipc' }, { type: 'uts' }], seccomp: seccomp() },
};

writeFileSync(join(bundle, 'config.json'), JSON.stringify(specification));
console.log((config.Healthcheck?.Test ?? none).slice(1).join('\n'));
