/**
 * The rules on imports; docs/architecture.md gives their reasons.
 * Every rule has a small project under test/structure/fixtures/imports/<rule> that breaks it, and
 * test/structure/import-rules.spec.ts proves that exactly this rule reports it. In a `to` path, $1 and $2 are the groups of `from.path`.
 * What is no import (process.env, the global `crypto`, HttpException by name) is held by .oxlintrc.json.
 */
import { floors, floorsAbove, npm, roomOf, SPEC } from './.dependency-cruiser.floors.mjs';

/**
 * The slices that every slice of an app may use, because each request passes through them on its way to a resource. They are in order: each may use
 * those before it.
 */
const OPEN_TO_ALL_SLICES = [
  '^apps/[^/]+/src/settings/', // the app's settings
  '^apps/[^/]+/src/http/', // reads requests and writes responses
  '^apps/[^/]+/src/openapi/', // describes the API
  '^apps/management/src/caller/', // knows who the caller is, and what it may do
  '^apps/management/src/current-domain/', // finds the caller's domain
  '^apps/management/src/audit-event/', // records who did what
  '^apps/management/src/queue/', // enqueues jobs
  '^apps/management/src/due-work/', // wakes periodic tasks
  '^apps/auth/src/(cache|domain)/', // find the domain of the Host header, and its current revision
  '^apps/auth/src/pages/', // render pages
  '^apps/auth/src/assurance/', // names how a user signed in
];

/**
 * Which slice may use which other one, as the picture in docs/architecture.md draws it; anything else that two slices need
 * belongs in a lib. It is a tree, without the slices that are open to all: test/structure/import-rules.spec.ts refuses an arrow back.
 * @type {Record<string, string[]>} from and to, as `app/slice`
 */
export const SLICE_USES = {
  // the first keys and DNS records of a new domain, the state of its jobs, the head of its log and the receipt of its deletion
  'management/domain': [
    'management/signing-key',
    'management/dns',
    'management/job',
    'management/domain-verification',
    'management/audit-log',
    'management/receipt-key',
  ],
  // names and proves imported domains, carries their secrets, log and keys along
  'management/domain-transfer': [
    'management/domain',
    'management/audit-log',
    'management/configuration', // the rules of what is imported
    'management/receipt-key',
    'management/master-key',
  ],
  'management/authentication': ['management/api-key'], // the key of a request
  'management/operator': ['management/authentication'], // the tokens that operators present
  'management/rate-limit': ['management/authentication', 'management/api-key'], // counts the requests of a key
  // commands that change subscriptions, rotate keys, set the console up, and show the state of jobs and of the installation
  'management/cli': [
    'management/api-key',
    'management/signing-key',
    'management/master-key',
    'management/job',
    'management/doctor',
    'management/audit-log',
    'management/mail-sender',
    'management/message',
    'management/subscription',
    'management/console',
  ],
  'management/console': ['management/client', 'management/user', 'management/magic-link'], // its own client, and how the first operator signs in
  'management/audit-log': ['management/receipt-key'], // signs checkpoints
  'management/doctor': ['management/dns', 'management/domain-verification', 'management/message'], // checks the DNS provider, the names and the mail server
  'management/master-key': ['management/idempotency'], // encrypts the stored responses
  'management/backchannel-logout': ['management/client'], // the client that has the setting
  'management/signing': ['management/client', 'management/signing-key'], // chooses algorithms for clients, which need keys
  'management/resource': ['management/signing-key'], // an algorithm needs a key
  'management/role': ['management/resource'], // what it permits
  'management/client': ['management/resource', 'management/role'], // what it may request, and its roles
  'management/client-registration': ['management/resource'], // what registered clients may request
  // the sections of the document
  'management/configuration': [
    'management/client',
    'management/client-registration',
    'management/sign-in',
    'management/signing',
    'management/backchannel-logout',
    'management/resource',
    'management/role',
    'management/scope',
    'management/identity-provider',
    'management/branding',
    'management/page-text',
    'management/mail-sender',
    'management/webhook',
    'management/signing-key',
    'management/audit-log',
  ],
  'management/webhook': ['management/shared-signals', 'management/delivery'], // also receives events from the outbox
  'management/shared-signals': ['management/delivery'], // shared by all deliveries
  'management/subscription': ['management/api-key'], // its first key
  'management/user': ['management/audit-log', 'management/receipt-key'], // exports the log of a user, and signs receipts of erasures
  'management/invitation': ['management/role'], // the roles that invited people get
  'management/user-import': ['management/user', 'management/role'], // the rules of single calls
  'management/user-invitation': ['management/magic-link', 'management/role'], // the rules of its links, and whom it invites
  'management/message': ['management/authentication', 'management/mail-sender'], // the development outbox requires a key; the sender of mails
  'management/mail-test': ['management/mail-preview', 'management/mail-sender', 'management/message'], // what is sent, from whom, and how
  'management/mail-sender': ['management/domain-verification'], // reads DNS records
  'auth/authentication-method': ['auth/message'], // notifies users of changes
  'auth/passkey': ['auth/authentication-method'], // shared by all credentials
  'auth/totp': ['auth/authentication-method'],
  'auth/recovery-code': ['auth/authentication-method'],
  // render pages and change of their own
  'auth/account': [
    'auth/authentication-method',
    'auth/passkey',
    'auth/totp',
    'auth/recovery-code',
    'auth/client',
    'auth/authorization',
    'auth/federation',
    'auth/message', // proves new addresses
  ],
  'auth/client-registration': ['auth/client', 'auth/protocol'], // what clients without an operator may do, and where
  'auth/federation': ['auth/completed-factors'], // records the user that an identity provider has authenticated
  'auth/sign-in': [
    'auth/federation', // identity providers
    'auth/message', // sends magic links
    'auth/authentication-method', // all sign-in methods
    'auth/passkey',
    'auth/recovery-code',
    'auth/totp',
    'auth/completed-factors', // the factors completed in an authorization request
    'auth/client', // recognizes the account page's client
    'auth/authorization', // the authorization request
    'auth/provider', // the requested parameters
    'auth/usage', // counts sign-ins
  ],
  'auth/token-quota': ['auth/usage'], // counts issued tokens
  'auth/client-authentication': ['auth/client'], // methods and keys of a client
  'auth/protocol': ['auth/client', 'auth/client-authentication'], // the client of a token, and how it has authenticated
  'auth/resource': ['auth/protocol'], // how documents are cached
  'auth/access-token': ['auth/client', 'auth/protocol'], // the client of a token, and its id
  'auth/provider': [
    'auth/protocol',
    'auth/access-token',
    'auth/client',
    'auth/client-authentication',
    'auth/federation',
    'auth/token-quota',
    'auth/usage',
  ], // client records, which the fast path reads too; which users a client accepts
  'auth/authorization': ['auth/protocol', 'auth/provider', 'auth/client-authentication', 'auth/federation'], // answers requests
  // verifies access tokens of clients and their binding
  'auth/client-token': ['auth/client', 'auth/client-authentication', 'auth/protocol', 'auth/access-token', 'auth/provider'],
  'auth/shared-signals': ['auth/client-token', 'auth/client-authentication'], // the client of a request; the certificates that it may present
  'auth/scim': ['auth/client-token'], // the client of a request
  'auth/fast-path': [
    'auth/protocol',
    'auth/access-token',
    'auth/client',
    'auth/client-authentication',
    'auth/provider',
    'auth/token-quota',
    'auth/usage',
  ], // issue and validate tokens without oidc-provider
};

/**
 * The folders of libs/persistence that other folders import, by floor from the ground up: an entity refers to those of the floors below it.
 * No folder imports a folder that is not listed, such as `served`.
 */
const PERSISTENCE_FLOORS = [
  ['migrations'],
  ['connection'],
  ['subscription', 'dns-attempt'],
  ['domain'],
  ['client', 'user', 'branding', 'page-text', 'identity-provider', 'scope-claims', 'signing-key'],
  ['backchannel-logout', 'federation', 'message', 'oidc-payload', 'resource'],
];

/** @param {string[][]} levels */
const foldersOn = (levels) => `^libs/persistence/src/(${levels.flat().join('|')})/`;

/**
 * @param {{ path: string, pathNot?: string[] }} from $1 is the folder, or the file beside the folders
 * @param {string[][]} below floors below it
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
const importsOnlyBelow = ({ path, pathNot = [] }, below) => ({
  name: 'persistence-folder-imports-floors-below',
  comment: 'The folders of libs/persistence have no circle, types included: each can be read after those below it.',
  severity: 'error',
  from: { path, pathNot: [SPEC, ...pathNot] },
  to: { path: '^libs/persistence/src/[^/]+/', pathNot: ['^libs/persistence/src/$1/', foldersOn(below)] },
});

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const persistence = [
  importsOnlyBelow(
    { path: '^libs/persistence/src/([^/]+\\.ts)$', pathNot: ['/(index|migrate|database\\.module)\\.ts$'] },
    PERSISTENCE_FLOORS.slice(0, 2),
  ),
  ...PERSISTENCE_FLOORS.map((folders, floor) => importsOnlyBelow({ path: foldersOn([folders]) }, PERSISTENCE_FLOORS.slice(0, floor))),
  importsOnlyBelow({ path: '^libs/persistence/src/([^/]+)/', pathNot: [foldersOn(PERSISTENCE_FLOORS)] }, PERSISTENCE_FLOORS),
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const libs = [
  {
    name: 'leaf-lib-imports-no-lib',
    comment: 'api-client, oauth, crypto, events, problem and config import no other lib: each can be read and tested alone.',
    severity: 'error',
    from: { path: '^libs/(api-client|oauth|crypto|events|problem|config)/' },
    to: { path: '^(apps|libs)/', pathNot: '^libs/$1/' },
  },
  {
    name: 'persistence-imports-oauth-events-crypto-and-config-only',
    comment: 'The tables know the terms of OAuth, the audit events, hashes and the settings, and nothing of the code that uses them.',
    severity: 'error',
    from: { path: '^libs/persistence/' },
    to: { path: '^(apps|libs)/', pathNot: '^libs/(persistence|oauth|events|crypto|config)/' },
  },
  {
    name: 'message-imports-oauth-only',
    comment: 'Mails have the colors of pages, which oauth derives. Nothing else, so that the console can render them in a browser.',
    severity: 'error',
    from: { path: '^libs/message/' },
    to: { path: '^(apps|libs)/', pathNot: '^libs/(message|oauth)/' },
  },
  {
    name: 'lib-imports-no-app',
    comment: 'A lib exists because two processes need it; one that knows an app belongs to that app.',
    severity: 'error',
    from: { path: '^libs/', pathNot: '^libs/(api-client|oauth|crypto|events|problem|config|message|persistence)/' },
    to: { path: '^apps/' },
  },
  {
    name: 'lib-only-through-its-index',
    comment: 'A lib is imported by its libs/<name>/src/index.ts only: what that does not export is free to change.',
    severity: 'error',
    from: { path: '^([^/]+/[^/]+)/' },
    to: { path: '^libs/', pathNot: ['^$1/', '^libs/[^/]+/src/index\\.ts$'] },
  },
  {
    name: 'no-barrel-but-a-lib-index',
    comment: 'Files that only pass on exports hide who uses what and make import cycles; the index.ts of a lib is the exception.',
    severity: 'error',
    from: { path: '(^|/)index\\.ts$', pathNot: ['^libs/[^/]+/src/index\\.ts$', '/migrations/index\\.ts$'] },
    to: {},
  },
];

/**
 * @param {{ path: string, pathNot?: string[] }} from $1 is the app, $2 the slice
 * @param {string[]} uses other slices of the app, as `app/slice`
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
const onlyUses = (from, uses) => ({
  name: 'slice-imports-no-other-slice',
  comment: 'A change to one resource touches one folder.',
  severity: 'error',
  from,
  to: { path: '^apps/$1/src/[^/]+/', pathNot: ['^apps/$1/src/$2/', ...OPEN_TO_ALL_SLICES, ...uses.map(roomOf)] },
});

/**
 * @param {string} path of a slice that is open to all
 * @param {string[]} above it
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
const importsNone = (path, above) => ({
  name: 'open-slice-imports-none-above',
  comment: 'A request passes through the open slices in one order; each knows only those before it.',
  severity: 'error',
  from: { path },
  to: { path: above },
});

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const apps = [
  {
    name: 'app-imports-no-other-app',
    comment: 'Two processes, two deployments: what both need is a lib.',
    severity: 'error',
    from: { path: '^apps/([^/]+)/' },
    to: { path: '^apps/', pathNot: '^apps/$1/' },
  },
  onlyUses({ path: '^apps/([^/]+)/src/([^/]+)/', pathNot: ['^apps/console/', ...Object.keys(SLICE_USES).map(roomOf)] }, []),
  ...Object.entries(SLICE_USES).map(([slice, uses]) =>
    onlyUses({ path: `^apps/(${slice.replace('/', ')/src/(')})/` }, [...uses, ...floorsAbove(slice)]),
  ),
  ...OPEN_TO_ALL_SLICES.slice(0, -1).map((slice, floor) => importsNone(slice, OPEN_TO_ALL_SLICES.slice(floor + 1))),
  {
    name: 'console-uses-the-public-api-alone',
    comment: 'What the console can do, every operator can do by the API. Its previews follow the rules and the words of the pages.',
    severity: 'error',
    from: { path: '^apps/console/', pathNot: SPEC },
    to: { path: '^libs/', pathNot: '^libs/(api-client|design|message|oauth)/' },
  },
  {
    name: 'console-page-imports-no-other-page',
    comment: 'A page is loaded when it is opened; what several pages share is in ui.',
    severity: 'error',
    from: { path: '^apps/console/src/pages/([^/]+)/' },
    to: { path: '^apps/console/src/(pages/(?!$1/)|layout/)' },
  },
  {
    name: 'console-floor-imports-none-above',
    comment: 'Pages are built of ui, ui of the API, and the API of the session.',
    severity: 'error',
    from: { path: '^apps/console/src/(session|api|messages|theme|events|ui)/', pathNot: SPEC },
    to: { path: '^apps/console/src/(pages|layout)/' },
  },
  {
    name: 'slice-imports-no-composition-root',
    comment: 'A root (main, module, pipelines; cli for the operator) knows the slices, never the other way; tests may start a whole app.',
    severity: 'error',
    from: { path: '^apps/([^/]+)/src/[^/]+/', pathNot: [SPEC, '^apps/management/src/cli/'] },
    to: { path: '^apps/$1/src/[^/]+\\.ts$' },
  },
  {
    name: 'production-imports-no-test',
    comment: 'What is shipped does not import what is not.',
    severity: 'error',
    from: { path: '^(apps|libs)/', pathNot: SPEC },
    to: { path: ['^(test|scripts)/', SPEC] },
  },
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const layers = [
  {
    name: 'controller-sees-service-and-dto',
    comment: 'A controller translates HTTP and does nothing else. `import type` of an entity is fine: nothing can be injected by it.',
    severity: 'error',
    from: { path: '\\.controller\\.ts$' },
    to: {
      path: ['^libs/persistence/', '^apps/management/src/queue/', '\\.(repository|processor)\\.ts$'],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'service-sees-no-http',
    comment: 'A service has the rules; it runs the same from a request, a job or the command line.',
    severity: 'error',
    from: { path: '\\.service\\.ts$' },
    to: {
      path: [
        npm('express'),
        npm('@nestjs/platform-express'),
        '^apps/[^/]+/src/(http/(?!merge-patch|line-splitter|document-size|json-pointer|violation-collector|checked-body\\.ts)|openapi/)',
        '\\.(controller|guard|filter|processor)\\.ts$',
      ],
    },
  },
  {
    name: 'repository-sees-database-and-entity-only',
    comment: 'A repository is the SQL of one resource. A row that it joins may be described by `import type` of another entity.',
    severity: 'error',
    from: { path: '^libs/persistence/src/([^/]+)/[^/]+\\.repository\\.ts$' },
    to: {
      path: '^(apps|libs)/',
      pathNot: [
        '^libs/persistence/src/$1/',
        '^libs/persistence/src/[^/]+\\.ts$',
        '^libs/persistence/src/connection/(database|database-error)\\.ts$',
        '^libs/(oauth|events)/',
      ],
      dependencyTypesNot: ['type-only'],
    },
  },
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const packages = [
  {
    name: 'typeorm-only-in-persistence',
    comment: 'How rows are read and written is the business of one lib.',
    severity: 'error',
    from: { pathNot: '^libs/persistence/' },
    to: { path: npm('(@nestjs/)?typeorm') },
  },
  {
    name: 'bullmq-only-in-queue-and-processors',
    comment: 'Other code enqueues by the producers of queue/; a module may register the processors of its slice.',
    severity: 'error',
    from: {
      pathNot: [
        '^apps/management/src/queue/',
        '\\.processor(\\.spec|\\.int-spec)?\\.ts$',
        '\\.module\\.ts$',
        '^test/support/queue-backend\\.ts$',
      ],
    },
    to: { path: npm('(@nestjs/)?bullmq') },
  },
  {
    name: 'crypto-only-in-crypto',
    comment: 'Secrets are made, hashed and encrypted in one place that can be reviewed; tests and scripts use node:crypto themselves.',
    severity: 'error',
    from: { path: '^(apps|libs)/', pathNot: ['^libs/crypto/', SPEC] },
    to: { path: '^(node:)?crypto$' },
  },
  {
    name: 'no-dev-dependency-in-production',
    comment: 'The image is installed without development dependencies: such an import would fail at start.',
    severity: 'error',
    from: { path: '^(apps|libs)/', pathNot: [SPEC, '^apps/console/[\\w.-]+\\.ts$'] },
    // The build joins @lingui/core into the console; to install it would install a compiler.
    to: { pathNot: 'node_modules/@lingui/core/', dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no-undeclared-package',
    comment: 'A package that package.json does not name is installed only because another package needs it.',
    severity: 'error',
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const tests = [
  {
    name: 'test-is-black-box',
    comment: 'Tests under test/ know HTTP, the command line and SQL. Only what starts a program in the process of a test imports it.',
    severity: 'error',
    from: { path: '^test/', pathNot: '^test/support/(auth|cli|management|in-process-server|own-postgres)\\.ts$' },
    to: { path: '^(apps|libs|build|dist)/' },
  },
  {
    name: 'test-shares-through-support',
    comment: 'A tier of tests can be read and run alone; what two tiers need is in test/support.',
    severity: 'error',
    from: { path: '^test/([^/]+)/' },
    to: { path: '^test/', pathNot: '^test/($1|support)/' },
  },
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const everywhere = [
  {
    name: 'no-circular',
    comment: 'Under ES modules a cycle is a crash at load that the compiler does not report.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-unresolvable',
    comment: 'An import that leads nowhere would pass every other rule.',
    severity: 'error',
    // The build of the console makes virtual modules and finds the styles of the design.
    from: {},
    to: { couldNotResolve: true, pathNot: ['^virtual:', '^@latchkey/design/\\w+\\.css$'] },
  },
  {
    name: 'no-meaningless-file-name',
    comment: 'A name that says nothing collects everything: name a file after what it does.',
    severity: 'error',
    from: {},
    to: { path: '/(util|utils|helper|helpers|common|shared|misc)(/|\\.)', pathNot: 'node_modules/' },
  },
];

/** @satisfies {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...libs, ...persistence, ...apps, ...floors, ...layers, ...packages, ...tests, ...everywhere],
  options: {
    doNotFollow: { path: ['node_modules', '^(build|dist)/'] },
    exclude: { path: '^test/structure/fixtures/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
