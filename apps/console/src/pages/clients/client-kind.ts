import { IconDeviceMobile, IconDeviceTv, IconBrowser, IconAppWindow, IconRobot, IconServer2, type TablerIcon } from '@tabler/icons-react';
import type { components } from '@latchkey/api-client';
import { message } from '../../messages/message.js';

export type Client = components['schemas']['ClientResponse'];
export type ClientKind = 'service' | 'web' | 'spa' | 'native' | 'device' | 'mcp';

interface KindWords {
  label: string;
  description: string;
  icon: TablerIcon;
}

/** What one builds, in the order of the wizard. */
export const KINDS: Record<ClientKind, KindWords> = {
  service: {
    label: message('Service'),
    description: message('A backend, job or script that calls APIs as itself. Nobody signs in.'),
    icon: IconServer2,
  },
  web: {
    label: message('Web app'),
    description: message('People sign in, and your server keeps the tokens. Next.js, Rails, Spring.'),
    icon: IconAppWindow,
  },
  spa: {
    label: message('Single-page app'),
    description: message('Runs in the browser alone, without a server of its own. React, Vue.'),
    icon: IconBrowser,
  },
  native: {
    label: message('Mobile or desktop app'),
    description: message('Installed by people. Signs in through the system browser.'),
    icon: IconDeviceMobile,
  },
  device: {
    label: message('Device'),
    description: message('A television, console or command line: people confirm a code on their phone.'),
    icon: IconDeviceTv,
  },
  mcp: {
    label: message('MCP server'),
    description: message('Tools that AI agents call for a person who has allowed it.'),
    icon: IconRobot,
  },
};

export const KIND_NAMES = Object.keys(KINDS) as ClientKind[];

export const isConfidential = (kind: ClientKind) => kind === 'service' || kind === 'web' || kind === 'mcp';
/** Whether people come back to an address of the client. */
export const hasRedirect = (kind: ClientKind) => kind === 'web' || kind === 'spa' || kind === 'native';

const isWeb = (uri: string) => uri.startsWith('https://');

/** Tells what a client most likely is. The API knows its type and grant; its addresses say the rest. */
export function classifyClient({ clientType, grantType, redirectUris, allowedOrigins, audiences }: Client): ClientKind {
  if (clientType === 'Confidential') {
    if (grantType === 'AuthorizationCode') return 'web';
    return (audiences ?? []).length > 0 ? 'mcp' : 'service';
  }
  if (!redirectUris || redirectUris.length === 0) return 'device';
  return (allowedOrigins ?? []).length > 0 || redirectUris.every(isWeb) ? 'spa' : 'native';
}

/** The word for a client in lists. An API that asks about tokens has the same settings as an MCP server. */
export const listedKind = (kind: ClientKind) => (kind === 'mcp' ? message('API or MCP server') : KINDS[kind].label);
