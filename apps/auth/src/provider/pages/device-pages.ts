import type { errors, KoaContextWithOIDC } from 'oidc-provider';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { OAuthError } from '../overrides/error-descriptions.js';
import { DEVICE_PATHS } from '../../pages/device-paths.js';
import { DeviceCodeDecidedError } from '../errors/device-code-decided.error.js';
import { createErrorRenderer } from './error-pages.js';

/** oidc-provider's errors about a code, which it does not export. */
const OUTCOMES: Readonly<Record<string, string>> = {
  AbortedError: DEVICE_PATHS.denied,
  NotFoundError: DEVICE_PATHS.over,
  ExpiredError: DEVICE_PATHS.over,
  AlreadyUsedError: DEVICE_PATHS.over,
  [DeviceCodeDecidedError.name]: DEVICE_PATHS.over,
};

/** Leads to the pages of this service once oidc-provider has finished with a device code. Checked against oidc-provider 9.13.3. */
export function createDevicePages(domain: CachedDomain) {
  const renderError = createErrorRenderer(domain);
  return {
    successSource: (ctx: KoaContextWithOIDC): void => redirect(ctx, DEVICE_PATHS.allowed),
    userCodeInputSource: (ctx: KoaContextWithOIDC, ...[, out, error]: [form: string, out?: unknown, error?: Error]): void => {
      forgetForm(ctx);
      const outcome = error && Object.hasOwn(OUTCOMES, error.name) ? OUTCOMES[error.name] : undefined;
      if (outcome !== undefined) return redirect(ctx, outcome);
      renderError(ctx, out as OAuthError, error as errors.OIDCProviderError);
    },
  };
}

/** oidc-provider has prepared its own form in the session, and would save a session that it has never stored. */
function forgetForm({ oidc }: KoaContextWithOIDC): void {
  const session = oidc.session as unknown as { state?: object; touched: boolean };
  delete session.state;
  session.touched = false;
}

/** Pages that can be reloaded. */
function redirect(ctx: KoaContextWithOIDC, path: string): void {
  ctx.status = 303;
  ctx.redirect(path);
}
