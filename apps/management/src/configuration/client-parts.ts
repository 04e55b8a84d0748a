import { BackchannelLogoutPart } from '../backchannel-logout/backchannel-logout.part.js';
import { ClientActivePart } from '../client/active/client-active.part.js';
import { ClientAuthenticationPart } from '../client/authentication/client-authentication.part.js';
import { ClientClaimsPart } from '../client/claims/client-claims.part.js';
import { ClientGrantsPart } from '../client/grants/client-grants.part.js';
import { ClientPresentationPart } from '../client/presentation/client-presentation.part.js';
import { ClientQuotaPart } from '../client/quota/client-quota.part.js';
import { ClientRefreshTokenPart } from '../client/refresh-token/client-refresh-token.part.js';
import { ClientResourcePart } from '../client/resource/client-resource.part.js';
import { ClientRolePart } from '../client/role/client-role.part.js';
import { ClientSigningPart } from '../signing/client-signing.part.js';

/**
 * The members of a client in the document beside those of its own PUT, in the order in which they are shown and stored. The module of each must
 * be imported by ConfigurationModule, and ConfiguredClient in configuration.dto.ts documents it.
 */
export const CLIENT_PARTS = [
  ClientPresentationPart,
  ClientAuthenticationPart,
  ClientSigningPart,
  ClientClaimsPart,
  ClientGrantsPart,
  ClientResourcePart,
  ClientRolePart,
  ClientRefreshTokenPart,
  ClientQuotaPart,
  ClientActivePart,
  BackchannelLogoutPart,
] as const;

/** The token of the instances. */
export const CLIENT_PART_INSTANCES = 'configuration-client-parts';
