import type { ProblemKind } from './catalogue.js';

/** What a person needs to know about a kind of problem. Backticks mark code, as in docs/problems.md, which a test compares with these texts. */
export interface Explanation {
  /** When the service returns it. */
  when: string;
  /** What the caller can do. */
  remedy: string;
}

export const EXPLANATIONS: Readonly<Record<ProblemKind, Explanation>> = {
  'invalid-request': {
    when: 'Something in the request is invalid: the body contains an unknown, missing, repeated or disallowed property, or is not a JSON object; a parameter of the path or query is wrong, such as a `limit` that is not a number; the path cannot be decoded; the `Host` header is missing; or the input is not HTTP. If the headers exceed 16 KiB, the status is 431.',
    remedy:
      'Fix everything that `errors` lists, and send the request again. Each `pointer` locates an error in the body, or names a parameter of the path or query.',
  },
  'malformed-json': {
    when: 'The body is not valid JSON (RFC 8259) or not valid UTF-8.',
    remedy: 'Serialize the body with a JSON library.',
  },
  'domain-exists': {
    when: 'Your subscription already has a domain with this name, or its deletion has not finished yet.',
    remedy: 'Use the existing domain. After a deletion, try again shortly.',
  },
  'domain-unavailable': {
    when: 'Another subscription has registered this name.',
    remedy: 'Choose another name. If you own the name, ask its current user to delete it.',
  },
  'user-cannot-sign-in': {
    when: 'You requested a magic link for a user who is inactive, or who signs in with an identity provider.',
    remedy: 'Set `active` to true first, or let the user sign in with the identity provider.',
  },
  'provider-unreachable': {
    when: 'You saved an identity provider whose discovery document cannot be read: the issuer does not respond within three seconds, does not return a JSON document of at most 256 KiB, or has an address that is not public.',
    remedy: 'Open the URL in `errors` in a browser. If it is correct, try again when the provider responds.',
  },
  'provider-mismatch': {
    when: 'You saved an identity provider whose discovery document does not match: it names another issuer, does not support the authorization code flow or the chosen client authentication method, or has an endpoint without https.',
    remedy: "Compare `errors` with the provider's discovery document. The issuer must match exactly, including a trailing slash.",
  },
  unauthenticated: {
    when: 'The request has neither a valid API key in `x-api-key` nor, where `MANAGEMENT_ISSUERS` is set, a valid access token of an operator in `Authorization`; or it has both. They are checked first, so the rest of the request may also be invalid. Keys in the query string are ignored.',
    remedy:
      'Send a key of your subscription, which `npm run cli -- key create <subscription>` creates, or an access token for the management API. `detail` and `WWW-Authenticate` say what is wrong with a token.',
  },
  'sign-in-required': {
    when: 'The script of the account page requests options for a new passkey, but the user has not signed in within the last ten minutes with the required assurance.',
    remedy: 'Sign in again at `/account`.',
  },
  'permission-denied': {
    when: 'The API key or operator lacks the permission that the operation requires, which `detail` names. Or a key limited to networks was sent from another address; or a key limited to domains would register another domain; or the request would give a key more than the caller has, which `detail` lists.',
    remedy:
      'Use a key with the permission, or let a colleague who has it grant it. `x-permission` in the OpenAPI document names the permission of each operation.',
  },
  'quota-exceeded': {
    when: 'The subscription has as many domains, clients or users as its quota permits, in all its domains together. Domains that are being deleted do not count.',
    remedy:
      'Delete what you no longer need, or ask the operator of the service to raise the quota. `GET /v1/subscription/{id}/quota` shows it.',
  },
  'not-found': {
    when: 'The management API has no operation at this path. On the auth server, the host is not the name of an active domain, and `detail` names it; or the domain has no page or endpoint at this path.',
    remedy:
      'Find the operation at `/docs`. For the auth server, check that the host is the name of your domain and that the domain is `active`.',
  },
  'domain-not-found': {
    when: 'Your subscription has no domain with this name. The response is the same whether the domain does not exist, belongs to another subscription, or is being deleted. Only `GET /v1/domain/{domain}` still returns a domain that is being deleted, with that status, until its last row is deleted.',
    remedy: '`GET /v1/domain` lists your domains.',
  },
  'deletion-not-found': {
    when: 'Your subscription has not requested a deletion with this id. The response is the same if another subscription requested it.',
    remedy:
      'Use the `Location` header in the response to `DELETE /v1/domain/{domain}`. You can repeat that request while the deletion runs.',
  },
  'erasure-not-found': {
    when: 'No user of the domain with this `sub` was deleted, the receipt is older than the log of the domain is kept, or a release without receipts deleted the user. The users of a deleted identity provider have none.',
    remedy: 'Use the `Location` header in the response to `DELETE /v1/domain/{domain}/user/{sub}`.',
  },
  'client-not-found': {
    when: 'The domain has no client with this id.',
    remedy: '`GET /v1/domain/{domain}/client` lists its clients. Ids are case-sensitive.',
  },
  'user-not-found': {
    when: 'The domain has no user with this `sub`: there never was one, they were deleted, or they belong to another domain.',
    remedy: '`GET /v1/domain/{domain}/user?search=` finds users by a part of their username or email address.',
  },
  'user-import-not-found': {
    when: 'The domain has no import of users with this id: it was canceled, its upload failed, its result is older than 7 days, or it belongs to another domain.',
    remedy: '`GET /v1/domain/{domain}/user-import` lists the imports. Sending a file again changes nothing that is already imported.',
  },
  'user-invitation-not-found': {
    when: 'The domain has no invitation of users with this id: it ended more than 90 days ago, or it belongs to another domain.',
    remedy: '`GET /v1/domain/{domain}/user-invitation` lists the invitations.',
  },
  'credential-not-found': {
    when: 'The user has no credential with this id: it was removed, by the user or an operator.',
    remedy: 'Look at `GET /v1/domain/{domain}/user/{sub}/credential`.',
  },
  'session-not-found': {
    when: 'The user has no session with this id: it has ended, or belongs to another user.',
    remedy: 'Look at `GET /v1/domain/{domain}/user/{sub}/session`.',
  },
  'client-secret-not-found': {
    when: 'The client has no valid secret with this id.',
    remedy: 'List the secrets of the client.',
  },
  'backchannel-logout-not-found': {
    when: 'You read or delete the back-channel logout settings of a client that has none.',
    remedy: 'Set them with `PUT /v1/domain/{domain}/client/{clientId}/backchannel_logout`.',
  },
  'provider-not-found': {
    when: 'The domain has no identity provider with this name.',
    remedy: 'List them with `GET /v1/domain/{domain}/provider`; create one with `PUT`.',
  },
  'webhook-not-found': {
    when: 'The domain has no webhook with this id.',
    remedy: 'List them with `GET /v1/domain/{domain}/webhook`; create one with `POST`.',
  },
  'signal-stream-not-found': {
    when: 'The domain has no stream of security events with this id: its client may have removed it.',
    remedy: 'List them with `GET /v1/domain/{domain}/signal-stream`. Only a client can create one: see docs/shared-signals.md.',
  },
  'signal-delivery-not-found': {
    when: 'The stream has no delivery with this id: it ended more than a week ago, 1,000 later ones ended, or its user was removed.',
    remedy: 'List them with `GET /v1/domain/{domain}/signal-stream/{streamId}/delivery`.',
  },
  'resource-not-found': {
    when: 'The domain has no resource with the id in the address.',
    remedy: 'Look at `GET /v1/domain/{domain}/resource`; create it with `PUT`.',
  },
  'client-resource-not-found': {
    when: 'You read or remove what a client may ask for at a resource, and it has nothing there of its own. What its roles permit is at `…/client/{clientId}/role`.',
    remedy: 'Set it with `PUT /v1/domain/{domain}/client/{clientId}/resource/{resourceId}`.',
  },
  'api-key-not-found': {
    when: 'Your subscription has no API key with the id in the address: there never was one, or it was deleted. A key limited to domains sees only keys that are limited to some of these.',
    remedy: 'Look at `GET /v1/api-key`.',
  },
  'initial-access-token-not-found': {
    when: 'The domain has no initial access token with the id in the address: there never was one, or it was deleted.',
    remedy: 'Look at `GET /v1/domain/{domain}/client-registration/token`.',
  },
  'invitation-not-found': {
    when: 'The invitation was accepted, was revoked or has expired, or never existed.',
    remedy: 'List the invitations of the domain. A user who accepted one is among its users.',
  },
  'role-not-found': {
    when: 'The domain has no role of the name in the address.',
    remedy: 'Look at `GET /v1/domain/{domain}/role`; create it with `PUT`.',
  },
  'operator-not-found': {
    when: 'The subscription has no operator of the id in the address, or its domains are not all among those of the caller.',
    remedy: 'Look at `GET /v1/operator`; create it with `PUT`.',
  },
  'subscription-not-found': {
    when: 'No subscription has the id in the address. The response is the same for the subscription of others, unless the request bears the platform key.',
    remedy: 'Look at `GET /v1/subscription`.',
  },
  'method-not-allowed': {
    when: 'The path exists, but does not support this method.',
    remedy: 'Use a method from the `Allow` header.',
  },
  'request-timeout': {
    when: 'The headers did not arrive within 10 seconds, or the whole request did not arrive within 15. The connection is closed.',
    remedy: 'Send the request again on a new connection.',
  },
  'client-conflict': {
    when: 'A PUT would change the `clientType` of an existing client, or its `clientId` is the `sub` of a user of the domain. A client must never be mistaken for a user (RFC 9700 section 4.15).',
    remedy:
      'Keep the type, or create a client with another id. You can also delete the client first, which revokes everything that was issued to it.',
  },
  'webhook-conflict': {
    when: 'The domain already has 50 webhooks, or you test or replay a disabled webhook.',
    remedy: 'Delete a webhook, or enable it with `PUT /v1/domain/{domain}/webhook/{webhookId}` first.',
  },
  'signal-stream-conflict': {
    when: 'You verify a disabled stream or replay one of its deliveries, but it sends nothing. Or you replay an event whose values were deleted with their user, or set the header of a stream that is polled.',
    remedy:
      'Enable a disabled stream with `PUT /v1/domain/{domain}/signal-stream/{streamId}/status` first. Nothing can send the deleted values.',
  },
  'resource-conflict': {
    when: 'Another resource of the domain has the `audience`. Or the domain has 200 resources, or the scopes of all of them would exceed 1,048,576 bytes.',
    remedy: 'Choose another audience, or change or delete a resource first.',
  },
  'role-conflict': {
    when: 'The domain has 1,000 roles, or what all of them permit would exceed 1,048,576 bytes.',
    remedy: 'Delete a role, or permit less, first.',
  },
  'invitation-conflict': {
    when: 'The domain has `signUp` `Off`, a user of it has the address, or it has 1,000 pending invitations.',
    remedy: '`detail` says which: change `signUp` of `…/sign-in`, look the user up, or revoke invitations.',
  },
  'operator-conflict': {
    when: 'The `issuer` and `subject` already belong to an operator of this installation, of your subscription or another. Or the subscription has 1,000 operators.',
    remedy: 'Delete the other operator first, or use another account at the issuer.',
  },
  'api-key-conflict': {
    when: 'The subscription has 100 API keys, expired ones included.',
    remedy: 'Delete a key that is no longer used: `lastUsedAt` and `expiresAt` of `GET /v1/api-key` show which.',
  },
  'initial-access-token-conflict': {
    when: 'The domain has 100 initial access tokens, including those that have expired or are used up.',
    remedy: 'Delete a token that is no longer used: `GET /v1/domain/{domain}/client-registration/token` shows `expiresAt` and `uses`.',
  },
  'subscription-conflict': {
    when: 'Another subscription has the name. Or the subscription still has domains, and would be deleted: also domains whose deletion has not ended.',
    remedy:
      'Choose another name. Before you delete a subscription, delete its domains, and wait until `GET /v1/deletion/{id}` shows `Done`.',
  },
  'domain-import-conflict': {
    when: 'You import a domain whose name is in use here, or was by another subscription, or whose id a domain has here: the same domain, another import of it, or one that is being removed.',
    remedy: 'Delete the domain that has the name or the id, wait until its deletion has ended, and import the file again.',
  },
  'user-invitation-conflict': {
    when: 'You invite users while another invitation of the domain is running.',
    remedy: 'Wait until it has ended, or stop it: `POST /v1/domain/{domain}/user-invitation/{invitationId}/stop`.',
  },
  'username-taken': {
    when: 'Another user of the domain already has this `preferred_username`. Usernames that differ only in case or Unicode form (NFKC) are the same: `Jane.Doe` and `JANE.DOE`, `straße` and `STRASSE`.',
    remedy: 'Choose another username, or find its user with `GET /v1/domain/{domain}/user?search=`.',
  },
  'sub-taken': {
    when: 'You create a user with a `sub` that a user or a client of the domain has. A client must never be mistaken for a user (RFC 9700 section 4.15).',
    remedy: 'Change the existing user with `PATCH`, or create the user with another `sub`.',
  },
  'idempotency-conflict': {
    when: 'This `Idempotency-Key` was used within the last 24 hours with a different body or path, or by another API key or operator.',
    remedy: 'Use a new key for each new request.',
  },
  'precondition-failed': {
    when: '`If-Match` does not contain the current ETag because the resource has changed since you read it, or `If-None-Match: *` was sent for a resource that already exists.',
    remedy: 'Read the resource again, apply your change to its current state, and send the new ETag from that response.',
  },
  'content-too-large': {
    when: 'The body of a management request exceeds 256 KiB, or that of a configuration 16 MiB.',
    remedy: 'Send a smaller body.',
  },
  'unsupported-media-type': {
    when: 'The path does not accept this `Content-Type` (`application/json`, or a form at the OAuth endpoints), the `charset` is not UTF-8, or the body is compressed.',
    remedy: 'Send the type from the `Accept` header of the response, in UTF-8 and without compression.',
  },
  'too-many-requests': {
    when: 'An API key has exceeded `RATE_LIMIT_PER_MINUTE`, or has requested more than ten checks of one domain (`POST /v1/domain/{domain}/verify`). Or so many concurrent changes of one domain are running that this request has waited for 5 seconds; nothing was changed. Fewer concurrent requests finish sooner.',
    remedy: 'Wait for the number of seconds in `Retry-After`.',
  },
  'internal-error': {
    when: 'Latchkey failed unexpectedly. The log has the details under the id in `instance`.',
    remedy:
      'Try again later. If the error persists, send the `instance` to the operator. Operators: see Troubleshooting in the operations guide.',
  },
  'service-unavailable': {
    when: 'The database does not respond, or the service is starting and waits for it. `/readyz` also returns this while the process is stopping. Or the keys of the issuer of an access token cannot be fetched, as `detail` says.',
    remedy:
      'Wait for the number of seconds in `Retry-After`, and send the request again. The first request may have succeeded. GET, PUT and DELETE are safe to repeat; after a POST, first check whether the resource exists.',
  },
};
