/**
 * The floors of the protocol in the auth server, from the ground up: a floor may import those below it, never one above.
 * SLICE_USES in .dependency-cruiser.mjs says which of them each one uses.
 */
const FLOORS = ['auth/protocol', 'auth/provider', 'auth/authorization', 'auth/fast-path'];

/**
 * @param {string} slice as `app/slice`
 * @returns {string[]} the floors above it; none for a slice that is no floor
 */
export const floorsAbove = (slice) => (FLOORS.includes(slice) ? FLOORS.slice(FLOORS.indexOf(slice) + 1) : []);

/** @param {string} slice as `app/slice` */
export const roomOf = (slice) => `^apps/${slice.replace('/', '/src/')}/`;

export const SPEC = '\\.(spec|int-spec|fixture)\\.ts$';
/** @param {string} name of an npm package, as a regular expression */
export const npm = (name) => `(^|/)node_modules/(@types/)?${name}/`;

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const upwards = FLOORS.slice(0, -1).map((floor) => ({
  name: 'floor-imports-no-floor-above',
  comment: 'The facts of the protocol know no library, and the library knows none of its callers: a floor can be read without those above.',
  severity: 'error',
  from: { path: roomOf(floor) },
  to: { path: floorsAbove(floor).map(roomOf) },
}));

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
export const floors = [
  ...upwards,
  {
    name: 'provider-has-no-folder-circle',
    comment: 'Each room of provider/ can be read without those above it. What puts them together stands in provider/ itself.',
    severity: 'error',
    scope: 'folder',
    from: { path: '^apps/auth/src/provider/' },
    to: { circular: true },
  },
  {
    name: 'provider-has-no-folder-circle',
    comment: 'What stands in provider/ itself imports the rooms.',
    severity: 'error',
    from: { path: '^apps/auth/src/provider/[^/]+/', pathNot: SPEC },
    to: { path: '^apps/auth/src/provider/[^/]+\\.ts$' },
  },
  {
    name: 'oidc-provider-only-in-one-folder',
    comment:
      'Overrides of the library stay in one folder, so that an upgrade changes one folder. Benchmarks and test identity providers use it bare.',
    severity: 'error',
    from: { pathNot: ['^apps/auth/src/provider/', '^scripts/bench/', '^test/support/upstream/'] },
    to: { path: npm('oidc-provider') },
  },
];
