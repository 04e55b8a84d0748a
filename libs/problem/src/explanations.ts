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
    when: 'The body has faults: a value that is not allowed, a missing or unknown property, a name that is repeated in one object, no JSON object. Or a parameter of the address has: a `limit` that is no number, an invalid client id. Or the address cannot be decoded, the `Host` header is missing, or the input was not HTTP. With headers of more than 16 KiB the status is 431.',
    remedy:
      "Mend everything that `errors` lists, and send it again. A `pointer` leads into the body; for a part of the address it is the parameter's name.",
  },
  'malformed-json': {
    when: 'The body is not JSON (RFC 8259), or not in UTF-8.',
    remedy: 'Have a JSON library write the body.',
  },
  'domain-exists': {
    when: 'Your subscription has a domain of this name, or had one whose deletion has not ended.',
    remedy: 'Use the one that you have. After a deletion, try again shortly.',
  },
  'domain-unavailable': {
    when: 'Another subscription holds a domain of this name.',
    remedy: 'Choose another name. If it is yours, have its present user delete it.',
  },
  'user-cannot-sign-in': {
    when: 'A magic link is asked for a user who is not active, or who signs in with an identity provider.',
    remedy: 'Set `active` to true first, or let the user sign in with the provider.',
  },
  'provider-unreachable': {
    when: 'An identity provider is put, and its discovery document cannot be read: the issuer does not answer within three seconds, answers with something else than a document of at most 256 KiB, or has an address that is not public.',
    remedy: 'Open the address that `errors` names in a browser. If it is right, try again when the provider is back.',
  },
  'provider-mismatch': {
    when: 'An identity provider is put, and its discovery document says something else: another issuer, no authorization code flow, no endpoint with https, or no support of the way in which the domain is to prove itself.',
    remedy: "Compare `errors` with the provider's discovery document. The issuer must be exactly the same, including its last slash.",
  },
  unauthenticated: {
    when: 'The header `x-api-key` is missing, or its key is unknown or revoked. This comes before anything else is looked at, so it says nothing about the rest of the request. A key in the query string does not count.',
    remedy: 'Send a key of your subscription; operators make one with `npm run cli -- key create <subscription>`.',
  },
  'sign-in-required': {
    when: "The script of a domain's account page requests the options for a new passkey, and the user has not signed in within the last ten minutes, or not with the required assurance.",
    remedy: 'Sign in again, by way of `/account`.',
  },
  'read-only-key': {
    when: 'A key of the role `read-only` is sent with anything but a GET.',
    remedy: 'Use a key of the role `admin`.',
  },
  'not-found': {
    when: 'The management API has no operation at this address. Or the auth server was asked for a host that no active domain has, which `detail` then names. Or the domain has nothing at this address.',
    remedy:
      'Look the operation up at `/docs`. For the auth server, check that the host is the name of your domain, and that the domain is `active`.',
  },
  'domain-not-found': {
    when: 'Your subscription has no domain of this name. The response is the same whether the domain does not exist, belongs to another subscription, or is being deleted. Only `GET /v1/domain/{domain}` still shows a domain that is being deleted, with that status, until its last row is gone.',
    remedy: '`GET /v1/domain` lists your domains.',
  },
  'deletion-not-found': {
    when: 'Your subscription has requested no deletion of a domain with this id. The response is the same for the deletion that another subscription requested.',
    remedy:
      'Take the address from the `Location` of the response to `DELETE /v1/domain/{domain}`, or of a repeated one while the deletion runs.',
  },
  'client-not-found': {
    when: 'The domain has no client with this id.',
    remedy: '`GET /v1/domain/{domain}/client` lists its clients. Ids are case-sensitive.',
  },
  'user-not-found': {
    when: 'The domain has no user with this `sub`: there never was one, they were deleted, or they belong to another domain.',
    remedy: '`GET /v1/domain/{domain}/user?search=` finds users by a part of their username or email address.',
  },
  'client-secret-not-found': {
    when: 'The client has no live secret with this id.',
    remedy: 'List the secrets of the client.',
  },
  'backchannel-logout-not-found': {
    when: 'You read or remove the back-channel logout of a client that has none.',
    remedy: 'Set it with `PUT /v1/domain/{domain}/client/{clientId}/backchannel_logout`.',
  },
  'provider-not-found': {
    when: 'The domain has no identity provider of the name in the address.',
    remedy: 'Look at `GET /v1/domain/{domain}/provider`; make it with `PUT`.',
  },
  'webhook-not-found': {
    when: 'The domain has no webhook with the id in the address.',
    remedy: 'Look at `GET /v1/domain/{domain}/webhook`; create one with `POST`.',
  },
  'method-not-allowed': {
    when: 'The address exists, but not with this method.',
    remedy: 'Use one of those that the header `Allow` names.',
  },
  'request-timeout': {
    when: 'The headers did not arrive within 10 seconds, or the whole request not within 15. The connection is closed.',
    remedy: 'Send it again, on a new connection.',
  },
  'client-conflict': {
    when: 'A PUT would change the `clientType` of a client that exists, or its `clientId` is the `sub` of a user of the domain: a client must never be taken for a user (RFC 9700 section 4.15).',
    remedy: 'Keep the type, or provision a client under another id. Deleting the client first works, too, and ends what was issued to it.',
  },
  'webhook-conflict': {
    when: 'The domain has 50 webhooks, or you test or replay a webhook that is disabled.',
    remedy: 'Delete one, or enable it with `PUT /v1/domain/{domain}/webhook/{webhookId}` first.',
  },
  'username-taken': {
    when: 'A user is made with, or a patch sets `preferred_username` to, a username that another user of the domain has. Usernames are the same if they differ in case or Unicode form (NFKC) only: `Jane.Doe` and `JANE.DOE`, `straße` and `STRASSE`.',
    remedy: 'Choose another, or find the user who has it: `GET /v1/domain/{domain}/user?search=`.',
  },
  'idempotency-conflict': {
    when: 'An `Idempotency-Key` comes with another body or address than in the last 24 hours.',
    remedy: 'Choose a new key for a new request.',
  },
  'precondition-failed': {
    when: '`If-Match` has no current ETag of the resource, because somebody else has changed it since it was read; or `If-None-Match: *` asks for a new resource, and there is one.',
    remedy: 'Read the resource again, make the change to what it is now, and send the new ETag. The response has it.',
  },
  'content-too-large': {
    when: 'The body of a management request has more than 256 KiB.',
    remedy: 'Send less.',
  },
  'unsupported-media-type': {
    when: 'The `Content-Type` is not one that the address takes (`application/json`, or a form at the addresses of OAuth), its `charset` is not UTF-8, or the body is compressed.',
    remedy: 'Send the type that `Accept` of the answer names, in UTF-8 and without compression.',
  },
  'too-many-requests': {
    when: 'An API key has made more requests in a minute than `RATE_LIMIT_PER_MINUTE` allows, or has asked for more than ten checks of one domain (`POST /v1/domain/{domain}/verify`). Or so many changes of one domain are under way that this one has waited for 5 seconds: nothing was changed, and fewer at a time are faster.',
    remedy: 'Wait for as many seconds as `Retry-After` says.',
  },
  'internal-error': {
    when: 'Latchkey failed in a way that it did not expect. What happened is in the log, under the id in `instance`.',
    remedy: 'Try again later. If it persists, give the operator the `instance`. Operators: see Troubleshooting in the operations guide.',
  },
  'service-unavailable': {
    when: 'The database does not answer, or the service is starting and waits for it. At `/readyz` also: the process is stopping.',
    remedy:
      'Wait for the seconds that `Retry-After` names, and send the request again. It may have been carried out: PUT, DELETE and GET can be repeated without harm; after a POST look first whether the domain is there.',
  },
};
