import {
  IconApi,
  IconApps,
  IconBuildingBank,
  IconFingerprint,
  IconHierarchy,
  IconHistory,
  IconKey,
  IconLink,
  IconLogin2,
  IconLogout,
  IconMail,
  IconDeviceDesktop,
  IconPalette,
  IconShieldX,
  IconTags,
  IconTimeline,
  IconUser,
  IconUserMinus,
  IconUserPlus,
  IconUsersGroup,
  IconWebhook,
  IconWorld,
  IconLifebuoy,
  IconDeviceMobile,
  type Icon,
} from '@tabler/icons-react';
import { CLIENT_SENTENCES, OPERATOR_SENTENCES } from './operator-sentences.js';
import { USER_SENTENCES } from './user-sentences.js';

export type EventTone = 'danger' | 'brass' | 'plain';

const ICONS: readonly [prefix: string, icon: Icon][] = [
  ['user.signed_in', IconLogin2],
  ['user.signed_out', IconLogout],
  ['user.created', IconUserPlus],
  ['user.deleted', IconUserMinus],
  ['user.invited', IconMail],
  ['user_invitation.', IconMail],
  ['user.roles', IconHierarchy],
  ['user.', IconUser],
  ['passkey.', IconFingerprint],
  ['authenticator_app.', IconDeviceMobile],
  ['recovery_code.', IconLifebuoy],
  ['sign_up.', IconMail],
  ['magic_link.', IconMail],
  ['session.', IconDeviceDesktop],
  ['device.', IconDeviceDesktop],
  ['client.secret.', IconKey],
  ['client.redirect_uri_refused', IconLink],
  ['client.', IconApps],
  ['token.', IconShieldX],
  ['signing_key.', IconKey],
  ['api_key.', IconKey],
  ['domain.', IconWorld],
  ['branding.', IconPalette],
  ['resource.', IconApi],
  ['role.', IconHierarchy],
  ['scope.', IconTags],
  ['identity_provider.', IconBuildingBank],
  ['operator.', IconUsersGroup],
  ['webhook.', IconWebhook],
  ['ssf_stream.', IconTimeline],
];

const DANGER = /(_|\.)(failed|refused|exceeded|disabled|degraded|revoked|entries_omitted)$/;
const FAILED_SIGN_IN = /^(user\.sign_in_failed|token\.client_authentication_failed|magic_link\.refused|device\.denied)$/;

/** The icon of a type, and whether it is something to look at (red) or something that one holds (brass). */
export function lookOf(type: string): { icon: Icon; tone: EventTone } {
  const icon = FAILED_SIGN_IN.test(type) ? IconShieldX : (ICONS.find(([prefix]) => type.startsWith(prefix))?.[1] ?? IconHistory);
  if (FAILED_SIGN_IN.test(type) || (DANGER.test(type) && type !== 'session.revoked')) return { icon, tone: 'danger' };
  return { icon, tone: icon === IconKey ? 'brass' : 'plain' };
}

/** The types of the log's entries. */
export const EVENT_TYPES: readonly string[] = Object.keys({ ...USER_SENTENCES, ...CLIENT_SENTENCES, ...OPERATOR_SENTENCES });

/** Families such as `client.secret.*`, of at least one type. */
export const EVENT_FAMILIES: readonly string[] = [
  ...new Set(
    EVENT_TYPES.flatMap((type) => {
      const parts = type.split('.').slice(0, -1);
      return parts.map((_part, index) => `${parts.slice(0, index + 1).join('.')}.*`);
    }),
  ),
].toSorted();
