import {
  IconApi,
  IconApps,
  IconBuildingBank,
  IconChartBar,
  IconHierarchy,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconPalette,
  IconSettings,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  IconWorld,
} from '@tabler/icons-react';
import { message } from '../messages/message.js';

/** The pages of the navigation. `permission` hides a page from operators who may not read it; `key` follows `g` on the keyboard. */
export const GLOBAL_SECTIONS = [
  { to: '/domains', label: message('Domains'), icon: IconWorld, permission: 'domain:read', key: 'd' },
  { to: '/operators', label: message('Operators'), icon: IconUsersGroup, permission: 'operator:read', key: 'o' },
  { to: '/api-keys', label: message('API keys'), icon: IconKey, permission: 'operator:read', key: 'k' },
] as const;

export const DOMAIN_SECTIONS = [
  { to: '/d/$domain', label: message('Overview'), icon: IconLayoutDashboard, permission: 'domain:read', key: 'v', group: null },
  { to: '/d/$domain/clients', label: message('Clients'), icon: IconApps, permission: 'client:read', key: 'c', group: message('Access') },
  { to: '/d/$domain/apis', label: message('APIs'), icon: IconApi, permission: 'resource:read', key: 'a', group: message('Access') },
  { to: '/d/$domain/roles', label: message('Roles'), icon: IconHierarchy, permission: 'role:read', key: 'r', group: message('Access') },
  { to: '/d/$domain/users', label: message('Users'), icon: IconUsers, permission: 'user:read', key: 'u', group: message('People') },
  {
    to: '/d/$domain/providers',
    label: message('Identity providers'),
    icon: IconBuildingBank,
    permission: 'provider:read',
    key: 'i',
    group: message('People'),
  },
  {
    to: '/d/$domain/sign-in-page',
    label: message('Sign-in page'),
    icon: IconPalette,
    permission: 'branding:read',
    key: 's',
    group: message('People'),
  },
  { to: '/d/$domain/log', label: message('Log'), icon: IconHistory, permission: 'log:read', key: 'l', group: message('Activity') },
  { to: '/d/$domain/usage', label: message('Usage'), icon: IconChartBar, permission: 'usage:read', key: 'y', group: message('Activity') },
  {
    to: '/d/$domain/webhooks',
    label: message('Webhooks'),
    icon: IconWebhook,
    permission: 'webhook:read',
    key: 'w',
    group: message('Activity'),
  },
  { to: '/d/$domain/settings', label: message('Settings'), icon: IconSettings, permission: 'domain:read', key: ',', group: '' },
] as const;
