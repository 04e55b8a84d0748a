import type { KoaContextWithOIDC } from 'oidc-provider';

/**
 * Removes CORS headers from responses to requests without an Origin header (Fetch section 3.2). oidc-provider allows every origin there.
 * Checked against oidc-provider 9.13.3.
 */
export function removeUnrequestedCorsHeaders(ctx: KoaContextWithOIDC): void {
  if (ctx.get('Origin') !== '') return;
  ctx.remove('Access-Control-Allow-Origin');
  ctx.remove('Access-Control-Expose-Headers');
}
