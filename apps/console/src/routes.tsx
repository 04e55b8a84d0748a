import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { Shell } from './layout/shell.js';
import { rememberDomain } from './ui/recent-domains.js';
import { NotFound } from './layout/not-found.js';
import type { WizardSearch } from './pages/clients/wizard/draft.js';
import { parseLogSearch } from './pages/log/log-search.js';
import { parseSettingsSearch } from './pages/settings/settings-search.js';
import { parseUsageSearch } from './pages/usage/usage-search.js';
import { parseStreamSearch, parseWebhookSearch } from './pages/webhooks/webhook-search.js';

interface Search {
  search?: string;
}

/** What a list searches for stands in the URL. */
const validateSearch = (search: Record<string, unknown>): Search =>
  typeof search['search'] === 'string' && search['search'] !== '' ? { search: search['search'] } : {};

interface UserSearch extends Search {
  provider?: string;
  /** The value of an attribute, by its name. */
  [attribute: `attribute.${string}`]: string;
}

/** The users' list is filtered by identity provider and by attributes, as in the API. */
const validateUserSearch = (search: Record<string, unknown>): UserSearch => ({
  ...validateSearch(search),
  ...(typeof search['provider'] === 'string' && { provider: search['provider'] }),
  ...Object.fromEntries(
    Object.entries(search)
      .filter(([name]) => name.startsWith('attribute.'))
      .map(([name, value]) => [name, String(value)]),
  ),
});

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/domains' });
  },
});
const domains = createRoute({
  getParentRoute: () => root,
  path: '/domains',
  validateSearch,
  component: lazyRouteComponent(() => import('./pages/domains/domains-page.js'), 'DomainsPage'),
});
const operators = createRoute({
  getParentRoute: () => root,
  path: '/operators',
  component: lazyRouteComponent(() => import('./pages/operators/operators-page.js'), 'OperatorsPage'),
});
const apiKeys = createRoute({
  getParentRoute: () => root,
  path: '/api-keys',
  component: lazyRouteComponent(() => import('./pages/api-keys/api-keys-page.js'), 'ApiKeysPage'),
});
const domain = createRoute({
  getParentRoute: () => root,
  path: '/d/$domain',
  beforeLoad: ({ params }) => rememberDomain(params.domain),
});
const overview = createRoute({
  getParentRoute: () => domain,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/overview/overview-page.js'), 'OverviewPage'),
});
const clients = createRoute({
  getParentRoute: () => domain,
  path: '/clients',
  validateSearch,
  component: lazyRouteComponent(() => import('./pages/clients/clients-page.js'), 'ClientsPage'),
});
const newClient = createRoute({
  getParentRoute: () => domain,
  path: '/clients/new',
  // The wizard checks what it reads, so that its code is not part of the first load.
  validateSearch: (search: Record<string, unknown>) => search as WizardSearch,
  component: lazyRouteComponent(() => import('./pages/clients/new-client-page.js'), 'NewClientPage'),
});
const client = createRoute({
  getParentRoute: () => domain,
  path: '/clients/$clientId',
  component: lazyRouteComponent(() => import('./pages/clients/client-page.js'), 'ClientPage'),
});
const clientTab = createRoute({ getParentRoute: () => client, path: '$tab' });
const apis = createRoute({
  getParentRoute: () => domain,
  path: '/apis',
  component: lazyRouteComponent(() => import('./pages/apis/apis-page.js'), 'ApisPage'),
});
const newApi = createRoute({
  getParentRoute: () => domain,
  path: '/apis/new',
  component: lazyRouteComponent(() => import('./pages/apis/new-api-page.js'), 'NewApiPage'),
});
const apiDetail = createRoute({
  getParentRoute: () => domain,
  path: '/apis/$resourceId',
  component: lazyRouteComponent(() => import('./pages/apis/api-page.js'), 'ApiPage'),
});
const apiTab = createRoute({ getParentRoute: () => apiDetail, path: '$tab' });
const roles = createRoute({
  getParentRoute: () => domain,
  path: '/roles',
  component: lazyRouteComponent(() => import('./pages/roles/roles-page.js'), 'RolesPage'),
});
const role = createRoute({
  getParentRoute: () => domain,
  path: '/roles/$role',
  component: lazyRouteComponent(() => import('./pages/roles/role-page.js'), 'RolePage'),
});
const users = createRoute({
  getParentRoute: () => domain,
  path: '/users',
  validateSearch: validateUserSearch,
  component: lazyRouteComponent(() => import('./pages/users/users-page.js'), 'UsersPage'),
});
const user = createRoute({
  getParentRoute: () => domain,
  path: '/users/$sub',
  component: lazyRouteComponent(() => import('./pages/users/user-page.js'), 'UserPage'),
});
const userTab = createRoute({ getParentRoute: () => user, path: '$tab' });
const providers = createRoute({
  getParentRoute: () => domain,
  path: '/providers',
  component: lazyRouteComponent(() => import('./pages/providers/providers-page.js'), 'ProvidersPage'),
});
const provider = createRoute({
  getParentRoute: () => domain,
  path: '/providers/$name',
  validateSearch: ({ preset }: Record<string, unknown>): { preset?: string } => (typeof preset === 'string' ? { preset } : {}),
  component: lazyRouteComponent(() => import('./pages/providers/provider-page.js'), 'ProviderPage'),
});
const signInPage = createRoute({
  getParentRoute: () => domain,
  path: '/sign-in-page',
  component: lazyRouteComponent(() => import('./pages/sign-in-page/sign-in-page.js'), 'SignInPage'),
});
const log = createRoute({
  getParentRoute: () => domain,
  path: '/log',
  validateSearch: parseLogSearch,
  component: lazyRouteComponent(() => import('./pages/log/log-page.js'), 'LogPage'),
});
const usage = createRoute({
  getParentRoute: () => domain,
  path: '/usage',
  validateSearch: parseUsageSearch,
  component: lazyRouteComponent(() => import('./pages/usage/usage-page.js'), 'UsagePage'),
});
const webhooks = createRoute({
  getParentRoute: () => domain,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks-page.js'), 'WebhooksPage'),
});
const signals = createRoute({
  getParentRoute: () => domain,
  path: '/webhooks/signals',
  component: lazyRouteComponent(() => import('./pages/webhooks/signals-page.js'), 'SignalsPage'),
});
const signal = createRoute({
  getParentRoute: () => domain,
  path: '/webhooks/signals/$streamId',
  validateSearch: parseStreamSearch,
  component: lazyRouteComponent(() => import('./pages/webhooks/signal-page.js'), 'SignalPage'),
});
const signalTab = createRoute({ getParentRoute: () => signal, path: '$tab' });
const webhook = createRoute({
  getParentRoute: () => domain,
  path: '/webhooks/$webhookId',
  validateSearch: parseWebhookSearch,
  component: lazyRouteComponent(() => import('./pages/webhooks/webhook-page.js'), 'WebhookPage'),
});
const webhookTab = createRoute({ getParentRoute: () => webhook, path: '$tab' });
const settings = createRoute({
  getParentRoute: () => domain,
  path: '/settings',
  validateSearch: parseSettingsSearch,
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.js'), 'SettingsPage'),
});
const settingsTab = createRoute({ getParentRoute: () => settings, path: '$tab' });

const routeTree = root.addChildren([
  home,
  domains,
  operators,
  apiKeys,
  domain.addChildren([
    overview,
    clients,
    newClient,
    client.addChildren([clientTab]),
    apis,
    newApi,
    apiDetail.addChildren([apiTab]),
    roles,
    role,
    users,
    user.addChildren([userTab]),
    providers,
    provider,
    signInPage,
    log,
    usage,
    webhooks,
    signals,
    signal.addChildren([signalTab]),
    webhook.addChildren([webhookTab]),
    settings.addChildren([settingsTab]),
  ]),
]);

/** The addresses of the console. Each page is loaded when it is opened, or when its link is pointed at. */
export const router = createRouter({ routeTree, basepath: '/console', defaultPreload: 'intent', scrollRestoration: true });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
