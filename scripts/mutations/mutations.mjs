import { ACCOUNT } from './controls/account.mjs';
import { AGENT_CONTROLS } from './controls/agents.mjs';
import { IDENTITY_ASSERTIONS } from './controls/identity-assertions.mjs';
import { BROWSER } from './controls/browser.mjs';
import { CLIENTS } from './controls/clients.mjs';
import { ISOLATION } from './controls/isolation.mjs';
import { LOCKS } from './controls/locks.mjs';
import { LOG } from './controls/log.mjs';
import { METADATA_DOCUMENTS } from './controls/metadata-documents.mjs';
import { REGISTRATIONS } from './controls/registrations.mjs';
import { PROFILE } from './controls/profile.mjs';
import { REQUESTS } from './controls/requests.mjs';
import { RESOURCES, TOKEN_EXCHANGE } from './controls/resources.mjs';
import { SIGN_UPS } from './controls/sign-up.mjs';
import { SCIM } from './controls/scim.mjs';
import { SIZES } from './controls/sizes.mjs';
import { STORAGE } from './controls/storage.mjs';
import { TOKEN_BINDING } from './controls/token-binding.mjs';
import { DOMAIN_TRANSFER } from './controls/domain-transfer.mjs';
import { FEDERATION } from './controls/federation.mjs';
import { SAML } from './controls/saml.mjs';
import { TOKENS } from './controls/tokens.mjs';
import { SHARED_SIGNALS } from './controls/shared-signals.mjs';
import { WEBHOOKS } from './controls/webhooks.mjs';

/** Every security control whose removal a test must notice. */
export const MUTATIONS = [
  ...ISOLATION,
  ...STORAGE,
  ...TOKENS,
  ...FEDERATION,
  ...SAML,
  ...TOKEN_BINDING,
  ...CLIENTS,
  ...METADATA_DOCUMENTS,
  ...REGISTRATIONS,
  ...AGENT_CONTROLS,
  ...IDENTITY_ASSERTIONS,
  ...SCIM,
  ...RESOURCES,
  ...TOKEN_EXCHANGE,
  ...BROWSER,
  ...SIGN_UPS,
  ...ACCOUNT,
  ...REQUESTS,
  ...SIZES,
  ...PROFILE,
  ...LOG,
  ...WEBHOOKS,
  ...SHARED_SIGNALS,
  ...DOMAIN_TRANSFER,
  ...LOCKS,
];
