/** The types of the management API. `npm run generate:api-client` writes this file from the OpenAPI document. */

export interface paths {
    "/v1/api-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the API keys of your subscription, oldest first; never the keys themselves */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key, which is shown only in this response
         * @description A key gets no permission, domain or network beyond those of the caller.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-key/{apiKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show an API key, never the key itself. Its ETag covers everything except lastUsedAt */
        get: operations["getApiKey"];
        /**
         * Replace what an API key may do, where and how long, from the next request; the key itself stays
         * @description A key gets no permission, domain or network beyond those of the caller.
         */
        put: operations["replaceApiKey"];
        post?: never;
        /** Delete an API key, which no replica accepts from the next request */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/caller": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show whose API key or access token the request has
         * @description Requires no permission.
         */
        get: operations["getCaller"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deletion/{deletionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the progress of a domain deletion, and its signed receipt */
        get: operations["getDeletion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the domains of your subscription, oldest first, or search by a part of their name */
        get: operations["listDomains"];
        put?: never;
        /** Register a domain */
        post: operations["registerDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain-import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a whole domain from another installation
         * @description The file is what exportDomain has answered there, at most 16 GiB, and 4 MiB per line. All of it is imported, or nothing: until the end nobody finds the domain. Its log must be whole. A name outside of the sandbox zone is served once its ownership is proved here. The caller needs the permission *.
         */
        post: operations["importDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain-import/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the public key for which domains are exported that come here */
        get: operations["getDomainImportKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show everything about a domain */
        get: operations["getDomain"];
        put?: never;
        post?: never;
        /** Delete a domain and everything in it, immediately and permanently */
        delete: operations["deleteDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/access_token/claims_supported": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show which claims each scope adds to access tokens */
        get: operations["listAccessTokenClaims"];
        /**
         * Replace the claims that scopes add to access tokens
         * @description At most 131072 bytes as JSON; more is refused, unless what is stored is as large already.
         */
        put: operations["replaceAccessTokenClaims"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the branding of a domain */
        get: operations["getBranding"];
        /** Replace the branding of a domain */
        put: operations["replaceBranding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/branding/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the operator's own texts of the pages, for each language that has some */
        get: operations["listPageTexts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/branding/text/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the operator's own texts of the pages in a language, by their keys */
        get: operations["getPageTexts"];
        /**
         * Replace the texts of the pages in a language
         * @description Keys are those of getDefaultPageTexts. A text is plain, of one line and 500 characters at most, and has the placeholders of the standard one. All of a language have 16384 bytes at most. Texts that are absent are the standard ones.
         */
        put: operations["replacePageTexts"];
        post?: never;
        /** Use the standard texts of the pages in a language again */
        delete: operations["deletePageTexts"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/branding/text/{language}/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show all standard texts of the pages in a language, by their keys */
        get: operations["getDefaultPageTexts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/client": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the OAuth clients of a domain, oldest first, or search by a part of their id or presented name */
        get: operations["listClients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/client-registration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show how clients come to a domain without an operator */
        get: operations["getClientRegistration"];
        /** Choose how clients come to a domain without an operator */
        put: operations["replaceClientRegistration"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/client-registration/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the tokens with which clients register themselves, oldest first; never the tokens themselves */
        get: operations["listInitialAccessTokens"];
        put?: never;
        /** Create a token with which clients register themselves; it is shown only in this response. A domain has at most 100 */
        post: operations["createInitialAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/client-registration/token/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an initial access token; clients that registered with it stay */
        delete: operations["deleteInitialAccessToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/client/{clientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show an OAuth client */
        get: operations["getClient"];
        /**
         * Provision an OAuth client, or replace its whole configuration
         * @description At most 131072 bytes as JSON; more is refused, unless what is stored is as large already.
         */
        put: operations["provisionClient"];
        post?: never;
        /** Remove an OAuth client and everything issued to it */
        delete: operations["deleteClient"];
        options?: never;
        head?: never;
        /**
         * Change parts of an OAuth client's configuration by a JSON Merge Patch (RFC 7396)
         * @description Only properties in the patch are changed; null removes; a list is replaced as a whole. The result must be a valid configuration. At most 131072 bytes as JSON; more is refused, unless what is stored is as large already.
         */
        patch: operations["updateClient"];
        trace?: never;
    };
    "/v1/domain/{domain}/client/{clientId}/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show whether a client is active */
        get: operations["getClientActive"];
        /**
         * Deactivate a client, or activate it again
         * @description The auth server refuses an inactive client from its next request. Its tokens, codes and grants are removed: active again, it gets new ones, and the old ones stay invalid. Its configuration and its secrets stay.
         */
        put: operations["replaceClientActive"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/client/{clientId}/authentication": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show how a client authenticates, and when each method was last used. Its ETag covers everything except lastUsedAt */
        get: operations["getClientAuthentication"];
        /**
         * Choose how a client authenticates. Without ClientSecret its secrets are deleted
         * @description At most 131072 bytes as JSON; more is refused, unless what is stored is as large already.
         */
        put: operations["replaceClientAuthentication"];
        post?: never;
        /** Restore the default authentication of a client's type */
        delete: operations["deleteClientAuthentication"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/client/{clientId}/backchannel_logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show where a client is notified that a session has ended */
        get: operations["getBackchannelLogout"];
        /** Notify a client when one of its sessions ends (OpenID Connect Back-Channel Logout 1.0) */
        put: operations["replaceBackchannelLogout"];
        post?: never;
        /** Stop notifying a client of ended sessions */
        delete: operations["deleteBackchannelLogout"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/client/{clientId}/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the claims of the tokens that a client gets for itself */
        get: operations["getClientClaims"];
        /** Choose the claims of the tokens that a client gets for itself */
        put: operations["replaceClientClaims"];
        post?: never;
        /** Remove all claims from the tokens that a client gets for itself */
        delete: operations["deleteClientClaims"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/client/{clientId}/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the grants that a client may use beside its grantType */
        get: operations["getClientGrants"];
        /** Choose the grants that a client may use beside its grantType */
        put: operations["replaceClientGrants"];
        post?: never;
        /** Restore the default: a client may use only its grantType */
        delete: operations["deleteClientGrants"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/client/{clientId}/presentation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show how people are told of a client */
        get: operations["getClientPresentation"];
        /**
         * Choose how people are told of a client
         * @description Its name stands at sign-in, consent and sign-out in place of the id; picture and links at consent.
         */
        put: operations["replaceClientPresentation"];
        post?: never;
        /** Restore the default: the id of a client stands for its name */
        delete: operations["deleteClientPresentation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/client/{clientId}/quota": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show how many access tokens a client may get */
        get: operations["getClientQuota"];
        /**
         * Choose how many access tokens a client may get
         * @description Counted over all replicas, never more. Beyond a limit the token endpoint answers 429 with the error temporarily_unavailable, and Retry-After with the seconds until the next minute or day.
         */
        put: operations["replaceClientQuota"];
        post?: never;
        /** Restore the default: a client may get any number of access tokens */
        delete: operations["deleteClientQuota"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/client/{clientId}/refresh-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a client's refresh token settings */
        get: operations["getClientRefreshToken"];
        /**
         * Choose a client's refresh token settings
         * @description Within the leeway a client that lost a response, or refreshes twice concurrently, keeps its session; so does a thief who is as quick. By default the second use of a refresh token revokes everything issued for the sign-in (RFC 9700 section 4.14).
         */
        put: operations["replaceClientRefreshToken"];
        post?: never;
        /** Restore a client's default refresh token settings */
        delete: operations["deleteClientRefreshToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/client/{clientId}/resource": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what a client may ask for at resources, beside what its roles permit */
        get: operations["listClientResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/client/{clientId}/resource/{resourceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show what a client may ask for at a resource, beside what its roles permit */
        get: operations["getClientResource"];
        /** Choose what a client may ask for at a resource. With an empty list it gets tokens for the resource without scopes */
        put: operations["replaceClientResource"];
        post?: never;
        /** Take from a client what it may ask for at a resource by itself */
        delete: operations["deleteClientResource"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/client/{clientId}/role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the roles of a client, sorted */
        get: operations["getClientRoles"];
        /** Replace all roles of a client. What they permit is added to what it may ask for at resources */
        put: operations["replaceClientRoles"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/client/{clientId}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the valid secrets of a client, oldest first, without the secrets themselves */
        get: operations["listClientSecrets"];
        put?: never;
        /** Create another secret, or import one; the older ones stay valid for the overlap. At most 100 can be valid at a time */
        post: operations["addClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/client/{clientId}/secret/{secretId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a secret immediately */
        delete: operations["deleteClientSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/client/{clientId}/signing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the algorithms that sign the tokens of a client */
        get: operations["getClientSigning"];
        /**
         * Choose the algorithms that sign the tokens of a client
         * @description If the domain has no key for an algorithm, one is published. It signs ten minutes later, when verifiers can have it; until then tokens are signed as before.
         */
        put: operations["replaceClientSigning"];
        post?: never;
        /** Sign the tokens of a client with the domain's algorithms */
        delete: operations["deleteClientSigning"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the whole configuration of a domain as one document, as JSON or YAML; never users and secrets
         * @description A caller also needs the permission of each section: client, scope, resource, role, provider, branding, webhook, log.
         */
        get: operations["getConfiguration"];
        /**
         * Replace the sections of the configuration that the document has, all or nothing; or only say what would change
         * @description A section that is there is the whole of it: what it does not name is deleted. A section that is absent stays. At most 16 MiB, as JSON or YAML. A caller also needs the permission of each section: client, scope, resource, role, provider, branding, webhook, log.
         */
        put: operations["applyConfiguration"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/erasure/{sub}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the signed receipt of the last erasure of a user with this subject identifier */
        get: operations["getErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a whole domain for another installation
         * @description Configuration, users, credentials, keys, sessions, tokens and the log, one JSON object per line. Secrets and private keys are encrypted for the receiver, and the last line tells whether the file is whole. The caller needs the permission *. docs/moving.md describes the file.
         */
        get: operations["exportDomain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/freeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a domain take no changes while it moves to another installation
         * @description Changes and sign-ins answer 503 with Retry-After until the domain is thawed. Clients still get tokens by client credentials. The caller needs the permission *.
         */
        post: operations["freezeDomain"];
        /** Let a frozen domain take changes again. Do so only if it has not moved */
        delete: operations["thawDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/id_token/claims_supported": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show which claims each scope adds to ID tokens and userinfo */
        get: operations["listIdTokenClaims"];
        /**
         * Replace the claims that scopes add to ID tokens and userinfo
         * @description At most 131072 bytes as JSON; more is refused, unless what is stored is as large already.
         */
        put: operations["replaceIdTokenClaims"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the pending invitations of a domain, oldest first; those that were accepted, revoked or expired are gone */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person by mail to create an account
         * @description The mail has a link that works once. The person opens it, confirms the name, is signed in and may create a passkey. The link is only in the mail. It replaces an earlier invitation of the address. A domain has at most 1000 pending invitations, and its sign-in needs signUp ByInvitation or Open.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/invitation/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an invitation, whose link then no longer works */
        delete: operations["deleteInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show who did what in a domain, newest first
         * @description With `Accept: application/x-ndjson`: all entries, oldest first, one per line. `after` resumes.
         */
        get: operations["listLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/log/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the log retention of a domain */
        get: operations["getLogRetention"];
        /** Replace the log retention of a domain */
        put: operations["replaceLogRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/mail-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show a mail as users of a domain get it
         * @description With the stored branding, an invented user and a link that leads nowhere. Nothing is sent or stored.
         */
        post: operations["previewMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/mail-sender": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show who the mails of a domain come from */
        get: operations["getMailSender"];
        /** Choose who the mails of a domain come from */
        put: operations["replaceMailSender"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/mail-sender/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the DNS records of the own address now
         * @description Waits for the check, which takes some seconds at most, and answers with the records to create and what is wrong with them. Mails come from the address while DKIM and SPF are right. The check is repeated before a mail is sent, if the last one is older than an hour. At most 10 checks a minute for each domain.
         */
        post: operations["verifyMailSender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/mail-test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test mail, and show what the mail server answers
         * @description The mail with a sign-in link, with the stored branding, the current sender, an invented user and a link that leads nowhere. Waits for the mail server, 10 seconds at most. The log has mail.tested with the outcome, not the address. At most 10 an hour for each domain.
         */
        post: operations["testMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the identity providers of a domain, oldest first */
        get: operations["listIdentityProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/provider/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show an identity provider; never its client_secret */
        get: operations["getIdentityProvider"];
        /**
         * Add an identity provider (OpenID Connect), or replace its whole configuration; its discovery document is fetched and checked
         * @description With `dryRun=true`: the response is what would be stored.
         */
        put: operations["provisionIdentityProvider"];
        post?: never;
        /** Remove an identity provider; its users remain, but are signed out and cannot sign in */
        delete: operations["deleteIdentityProvider"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/resource": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the resources (APIs) of a domain, oldest first */
        get: operations["listResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/resource/{resourceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a resource */
        get: operations["getResource"];
        /**
         * Create a resource (an API that tokens are for, RFC 8707), or replace its whole configuration
         * @description A scope that the resource no longer has is removed from all clients and roles. At most 131072 bytes as JSON; more is refused, unless what is stored is as large already. A domain has at most 200 resources, whose scopes together have at most 1048576 bytes.
         */
        put: operations["provisionResource"];
        post?: never;
        /** Remove a resource, and all that clients and roles may do there */
        delete: operations["deleteResource"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the roles of a domain, oldest first */
        get: operations["listRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/role/{role}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a role */
        get: operations["getRole"];
        /**
         * Create a role, or replace its whole configuration
         * @description At most 131072 bytes as JSON; more is refused, unless what is stored is as large already. A domain has at most 1000 roles, which permit scopes of at most 1048576 bytes together.
         */
        put: operations["provisionRole"];
        post?: never;
        /** Remove a role, also from all users and clients */
        delete: operations["deleteRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show how users of a domain sign in */
        get: operations["getSignIn"];
        /** Choose how users of a domain sign in */
        put: operations["replaceSignIn"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/signal-stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the domain's streams of security events, oldest first */
        get: operations["listSignalStreams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/signal-stream/{streamId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a stream of security events; never the header of its pushes
         * @description The ETag covers the configuration and the status, not the counts.
         */
        get: operations["getSignalStream"];
        put?: never;
        post?: never;
        /**
         * Remove a stream with its pending events
         * @description Its client can create another one while it has the scope ssf.manage.
         */
        delete: operations["deleteSignalStream"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/signal-stream/{streamId}/authorization-header": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the Authorization header of the pushes of a stream
         * @description Nothing is lost: what the receiver did not accept with the old header is pushed with the new one immediately.
         */
        put: operations["replaceSignalStreamAuthorization"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/signal-stream/{streamId}/delivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List 100 deliveries of a stream, newest first
         * @description Those that wait, and those of the last week, 1,000 at most.
         */
        get: operations["listSignalDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/signal-stream/{streamId}/delivery/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a delivery with what was sent and answered; never the header of pushes */
        get: operations["getSignalDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/signal-stream/{streamId}/delivery/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again, with the same jti
         * @description A receiver that has accepted it recognizes the jti. An event that waits for its next attempt is pushed immediately.
         */
        post: operations["replaySignalDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/signal-stream/{streamId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the status of a stream */
        get: operations["getSignalStreamStatus"];
        /**
         * Enable, pause or disable a stream
         * @description The receiver learns of it by an event stream-updated. It can change the status, too, as OpenID SSF 1.0 permits.
         */
        put: operations["replaceSignalStreamStatus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/signal-stream/{streamId}/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a verification event to the receiver of a stream */
        post: operations["verifySignalStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/signing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the algorithms that sign the tokens of a domain */
        get: operations["getDomainSigning"];
        /**
         * Choose the algorithms that sign the tokens of a domain
         * @description If the domain has no key for an algorithm, one is published. It signs ten minutes later, when verifiers can have it; until then tokens are signed as before.
         */
        put: operations["replaceDomainSigning"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the tokens, sign-ins and active users of a domain, by day */
        get: operations["listUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search for users, or list all of them, in the order of their creation
         * @description With `Accept: application/x-ndjson`: everything about each user, one per line, in a stable order. `after` resumes after the last line received.
         */
        get: operations["listUsers"];
        put?: never;
        /** Create a local user, who signs in without a password */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/user-import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the imports of the last 7 days, newest first; at most 20 that are completed */
        get: operations["listUserImports"];
        put?: never;
        /**
         * Create and update users from a file, in the background
         * @description The file has one user per line: the body of createUser, which may also have active. A line updates the user with its sub, or without sub the one with its username: what it names is set, null removes, and the rest stays. Other lines create a user. A line with errors changes nothing, and the other lines are done. At most 1 GiB, and 256 KiB per line. Sending a file again changes nothing else. Two imports of a domain run one after the other.
         */
        post: operations["importUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/user-import/{importId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the progress and the errors of an import */
        get: operations["getUserImport"];
        put?: never;
        post?: never;
        /** Cancel an import, or delete its result. Users who were imported stay */
        delete: operations["deleteUserImport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/user-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the invitations of the last 90 days, newest first; at most 20 that have ended */
        get: operations["listUserInvitations"];
        put?: never;
        /**
         * Invite users who have no way in yet by mail, in waves
         * @description These are active users without passkey and authenticator app who have never signed in, for example after an import. Each gets at most one mail of an invitation. One invitation of a domain runs at a time. A later one reminds those who have not signed in.
         */
        post: operations["inviteUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/user-invitation/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the progress of an invitation */
        get: operations["getUserInvitation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/user-invitation/{invitationId}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop an invitation
         * @description Users who wait are not invited. Links that were sent stay valid. An invitation that has ended stays as it is.
         */
        post: operations["stopUserInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/user/{sub}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show everything about a user */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /** Remove a user and everything that belongs to them */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /** Change attributes of a user by a JSON Merge Patch (RFC 7396) */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/v1/domain/{domain}/user/{sub}/credential": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the credentials of a user, without their secrets */
        get: operations["listUserCredentials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/user/{sub}/credential/{credentialId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a credential, which signs in no more from the next request. The user gets a mail; sessions stay */
        delete: operations["deleteUserCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/user/{sub}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export everything that is kept about a user, without the secrets of credentials
         * @description Also requires `log:read`, because it contains the entries of the log about the user. They are streamed, oldest first.
         */
        get: operations["exportUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/user/{sub}/magiclink": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a link that signs a user in once */
        post: operations["createMagicLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/user/{sub}/role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the roles of a user, sorted */
        get: operations["getUserRoles"];
        /** Replace all roles of a user. Tokens have them from the next request */
        put: operations["replaceUserRoles"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/user/{sub}/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sessions of a user, latest sign-in first */
        get: operations["listUserSessions"];
        put?: never;
        post?: never;
        /** End all sessions of a user, and revoke all tokens, offline access too. Clients get logout tokens */
        delete: operations["deleteUserSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/user/{sub}/session/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a session and revoke the tokens issued within it, except offline access. Clients get logout tokens */
        delete: operations["deleteUserSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the DNS of a custom domain now
         * @description Waits for the check, which takes some seconds at most, and answers with what came of it. A domain that has failed begins a new attempt, with the proof that it shows since then. A domain that needs no proof is answered as it is. At most 10 checks a minute for each domain.
         */
        post: operations["verifyDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the webhooks of a domain, oldest first; never their secrets */
        get: operations["listWebhooks"];
        put?: never;
        /** Post the events of a domain to a URL (Standard Webhooks) */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/webhook/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a webhook; never its secret */
        get: operations["getWebhook"];
        /** Replace the whole configuration of a webhook, except its secret */
        put: operations["replaceWebhook"];
        post?: never;
        /** Remove a webhook and its pending deliveries */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/webhook/{webhookId}/delivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the last 100 deliveries of a webhook, newest first */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/webhook/{webhookId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send events again, selected by delivery or by time */
        post: operations["replayWebhookDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/webhook/{webhookId}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a webhook a new secret; the old one also signs for 24 hours */
        post: operations["replaceWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domain/{domain}/webhook/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send the event webhook.tested */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the operators of the subscription, oldest first */
        get: operations["listOperators"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/{operatorId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show an operator */
        get: operations["getOperator"];
        /**
         * Let a person or a service use this API with access tokens, or replace what it may do
         * @description You cannot give permissions or domains that you do not have. The next request of the operator may do exactly this. A subscription has at most 1000 operators.
         */
        put: operations["provisionOperator"];
        post?: never;
        /** Remove an operator, whose tokens are refused from the next request */
        delete: operations["deleteOperator"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/receipt-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the public keys that verify checkpoints of logs and receipts of deletions, as a JWK set */
        get: operations["listReceiptKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the subscriptions, oldest first: all of the installation with the platform key, otherwise your own */
        get: operations["listSubscriptions"];
        put?: never;
        /**
         * Create a subscription with its first API key, which is shown only in this response
         * @description Only with the platform key (PLATFORM_KEY).
         */
        post: operations["createSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscription/{subscriptionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a subscription */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        /**
         * Delete a subscription without domains, its API keys, its operators and the receipts of its deletions
         * @description Only with the platform key (PLATFORM_KEY).
         */
        delete: operations["deleteSubscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscription/{subscriptionId}/quota": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show how much a subscription may have */
        get: operations["getSubscriptionQuota"];
        /**
         * Choose how much a subscription may have
         * @description Only with the platform key (PLATFORM_KEY). Everything that exists stays, also beyond the quota.
         */
        put: operations["replaceSubscriptionQuota"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AddSecretRequest: {
            /**
             * Format: int32
             * @description Seconds for which the older secrets stay valid.
             * @default 0
             */
            overlapSeconds?: number | null;
            /** @description A secret that the client already has, from another service: random, since it is stored as a fast hash. Absent: a new one is made. */
            secret?: string | null;
        };
        AddSecretResponse: {
            /** @description The secret. It is shown only in this response. */
            clientSecret: string;
            /** Format: uuid */
            id: string;
        };
        ApiKeyRequest: {
            /**
             * @description The names of the domains that the key may use, which need not exist yet. Null: every domain of the subscription.
             * @default null
             */
            domains?: string[] | null;
            /**
             * Format: date-time
             * @description A time in the future (RFC 3339), from which the key is not accepted. Null: never.
             * @default null
             * @example 2030-01-31T00:00:00Z
             */
            expiresAt?: string | null;
            /**
             * @description What the key is for. Logs show it. Several keys can have the same name.
             * @example ci
             */
            name: string;
            /**
             * @description The CIDR blocks that the key may be used from, each written with its first address. Null: everywhere.
             * @default null
             */
            networks?: string[] | null;
            /**
             * @description `*`, `*:read` or permissions; write includes read.
             * @example [
             *       "client:write"
             *     ]
             */
            permissions: ("*" | "*:read" | "domain:read" | "domain:write" | "client:read" | "client:write" | "scope:read" | "scope:write" | "resource:read" | "resource:write" | "role:read" | "role:write" | "user:read" | "user:write" | "provider:read" | "provider:write" | "branding:read" | "branding:write" | "log:read" | "log:write" | "webhook:read" | "webhook:write" | "usage:read" | "usage:write" | "operator:read" | "operator:write" | "subscription:read" | "subscription:write")[];
        };
        ApiKeyResponse: {
            /** Format: date-time */
            createdAt: string;
            /** @description Null: every domain of the subscription. */
            domains: string[] | null;
            /**
             * Format: date-time
             * @description Null: never. An expired key is still shown.
             */
            expiresAt: string | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description When the key was last used, at most ten seconds late; null: never.
             */
            lastUsedAt: string | null;
            name: string;
            /** @description Null: everywhere. */
            networks: string[] | null;
            permissions: string[];
        };
        AppliedConfigurationResponse: {
            changes: components["schemas"]["ConfigurationChange"][];
            /** @description The secrets of new clients by their ids, and of new webhooks by webhooks/ and their ids. They are shown only in this response. */
            secrets: {
                [key: string]: string;
            };
        };
        AssertionIssuerBody: {
            /**
             * Format: uri
             * @description The iss of the assertions, and of an identity provider of the domain.
             */
            issuer: string;
            /** @description Its public keys, or null with jwksUri. */
            jwks?: ({
                keys?: (({
                    /** @enum {string} */
                    alg?: "ES256";
                    /** @enum {string} */
                    crv: "P-256";
                    key_ops?: "verify"[];
                    /** @description Unique in the set. */
                    kid?: string;
                    /** @enum {string} */
                    kty: "EC";
                    /** @enum {string} */
                    use?: "sig";
                    x: string;
                    /** @description RFC 7517 section 4.7: the first certificate has this key. */
                    x5c?: string[];
                    y: string;
                } & {
                    [key: string]: unknown;
                }) | ({
                    /** @enum {string} */
                    alg?: "EdDSA" | "Ed25519";
                    /** @enum {string} */
                    crv: "Ed25519";
                    key_ops?: "verify"[];
                    /** @description Unique in the set. */
                    kid?: string;
                    /** @enum {string} */
                    kty: "OKP";
                    /** @enum {string} */
                    use?: "sig";
                    x: string;
                    /** @description RFC 7517 section 4.7: the first certificate has this key. */
                    x5c?: string[];
                } & {
                    [key: string]: unknown;
                }) | ({
                    /** @enum {string} */
                    alg?: "RS256" | "PS256";
                    e: string;
                    key_ops?: "verify"[];
                    /** @description Unique in the set. */
                    kid?: string;
                    /** @enum {string} */
                    kty: "RSA";
                    n: string;
                    /** @enum {string} */
                    use?: "sig";
                    /** @description RFC 7517 section 4.7: the first certificate has this key. */
                    x5c?: string[];
                } & {
                    [key: string]: unknown;
                }))[];
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * Format: uri
             * @description The URL of its public keys, or null with jwks. It must use https and a public address.
             */
            jwksUri?: string | null;
            /**
             * @description The most that the client may get for its assertions: scopes by the ids of resources of the domain.
             * @example {
             *       "stock": [
             *         "stock:read"
             *       ]
             *     }
             */
            resources: {
                [key: string]: string[];
            };
            /**
             * @description The claim whose value is the sub of the user at the identity provider.
             * @default sub
             */
            subjectClaim?: string | null;
        } & {
            resources: Record<string, never>;
        };
        BackchannelLogoutRequest: {
            /**
             * @description backchannel_logout_session_required: whether the client needs a sid. Every ID token and every logout token has one, whatever this says.
             * @default false
             */
            sessionRequired?: boolean | null;
            /**
             * Format: uri
             * @description backchannel_logout_uri: the URL to which a logout token is posted. It must use https and a public address.
             * @example https://app.example.com/backchannel-logout
             */
            uri: string;
        };
        BackchannelLogoutResponse: {
            sessionRequired: boolean;
            /** Format: uri */
            uri: string;
        };
        BrandingRequest: {
            /**
             * @description The color of buttons. White or dark text on it must have a contrast of 4.5:1 or more (WCAG 2.2, 1.4.3).
             * @example #1d4f91
             */
            accentColor?: string | null;
            /**
             * @description The background of light pages. The text on it, #4a5360, must have a contrast of 4.5:1 or more (WCAG 2.2, 1.4.3).
             * @example #f2f4f7
             */
            backgroundColor?: string | null;
            /**
             * @description The corners of fields and buttons. Default: Slight.
             * @enum {string|null}
             */
            corners?: "Square" | "Slight" | "Round" | null;
            /**
             * Format: uri
             * @description The logo on dark pages: an https URL. Without it they show logoUrl.
             * @example https://www.example.com/logo-dark.svg
             */
            darkLogoUrl?: string | null;
            /**
             * Format: uri
             * @description The icon of the tab: an https URL. Without it, the first letter of the name on the accent color.
             * @example https://www.example.com/favicon.svg
             */
            faviconUrl?: string | null;
            /**
             * @description The font family: Inter (the default), or one of the device: System, Serif, Rounded. Pages load no other.
             * @enum {string|null}
             */
            font?: "Inter" | "System" | "Serif" | "Rounded" | null;
            /**
             * Format: uri
             * @description An https URL without a user name or password. The pages show the picture 32 pixels high.
             * @example https://www.example.com/logo.svg
             */
            logoUrl?: string | null;
            /** @example Northwind Bank */
            name?: string | null;
            /**
             * Format: uri
             * @description The privacy policy: an https URL. The footer of the pages links to it.
             * @example https://www.example.com/privacy
             */
            privacyUri?: string | null;
            /**
             * Format: uri
             * @description Where users get help: an https URL, or mailto: with one email address. Pages link to it where a user cannot continue.
             * @example https://www.example.com/help
             */
            supportUri?: string | null;
            /**
             * Format: uri
             * @description The terms of use: an https URL. The footer of the pages links to it.
             * @example https://www.example.com/terms
             */
            termsUri?: string | null;
        };
        BrandingResponse: {
            /** @description In lower case. */
            accentColor: string | null;
            /** @description In lower case. */
            backgroundColor: string | null;
            /** @enum {string|null} */
            corners: "Square" | "Slight" | "Round" | null;
            /** Format: uri */
            darkLogoUrl: string | null;
            /** Format: uri */
            faviconUrl: string | null;
            /** @enum {string|null} */
            font: "Inter" | "System" | "Serif" | "Rounded" | null;
            /** Format: uri */
            logoUrl: string | null;
            name: string | null;
            /** Format: uri */
            privacyUri: string | null;
            /** Format: uri */
            supportUri: string | null;
            /** Format: uri */
            termsUri: string | null;
        };
        CallerSubscription: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        /** @enum {string} */
        CallerType: "Operator" | "ApiKey";
        ClientActiveRequest: {
            /** @description false: requests of the client get unauthorized_client, and everything that was issued to it ends for good. */
            active: boolean;
        };
        ClientActiveResponse: {
            /** @description false: requests of the client get unauthorized_client, and everything that was issued to it ends for good. */
            active: boolean;
        };
        ClientClaimsRequest: {
            /**
             * @description Claims of the access tokens that the client gets for itself (client credentials): at most 75, of 8192 bytes as JSON, nested at most 16 deep, none of them one that the server sets.
             * @example {
             *       "tenant": "acme",
             *       "plan": [
             *         "gold"
             *       ]
             *     }
             */
            accessToken: {
                [key: string]: unknown;
            };
        } & {
            accessToken: Record<string, never>;
        };
        ClientClaimsResponse: {
            accessToken: {
                [key: string]: unknown;
            };
        };
        ClientGrantsRequest: {
            /**
             * @description Whether the client also gets tokens of its own (RFC 6749 section 4.4). For Confidential clients; one of grantType ClientCredentials does anyway.
             * @default false
             */
            clientCredentials?: boolean | null;
            /**
             * @description Whether users may sign in on devices without a browser (RFC 8628).
             * @default false
             */
            deviceCode?: boolean | null;
            /**
             * @description The servers for which the client may get identity assertions (ID-JAG) of its users by token exchange; null: none. For Confidential clients.
             * @default null
             */
            idJag?: components["schemas"]["IdJagBody"] | null;
            /**
             * @description Whose identity assertions the client may use as grants (RFC 7523 section 2.1, ID-JAG); null: none. For Confidential clients.
             * @default null
             */
            jwtBearer?: components["schemas"]["JwtBearerBody"] | null;
            /**
             * @description Whether the client provisions users and roles by SCIM 2.0 at /scim/v2 of the domain, with the scope scim. For Confidential clients; requires the permissions user:write and role:write.
             * @default false
             */
            scim?: boolean | null;
            /**
             * @description What the client may exchange the tokens of others for (RFC 8693); null: nothing. For Confidential clients.
             * @default null
             */
            tokenExchange?: components["schemas"]["TokenExchangeBody"] | null;
        };
        ClientGrantsResponse: {
            /** @description Whether the client also gets tokens of its own (RFC 6749 section 4.4). For Confidential clients; one of grantType ClientCredentials does anyway. */
            clientCredentials: boolean;
            /** @description Whether users may sign in on devices without a browser (RFC 8628). */
            deviceCode: boolean;
            /** @description The servers for which the client may get identity assertions (ID-JAG) of its users by token exchange; null: none. For Confidential clients. Absent: none. */
            idJag?: components["schemas"]["IdJagBody"];
            /** @description Whose identity assertions the client may use as grants (RFC 7523 section 2.1, ID-JAG); null: none. For Confidential clients. Absent: none. */
            jwtBearer?: components["schemas"]["JwtBearerBody"];
            /** @description Whether the client provisions users and roles by SCIM 2.0 at /scim/v2 of the domain, with the scope scim. For Confidential clients; requires the permissions user:write and role:write. Absent: it does not. */
            scim?: boolean;
            /** @description What the client may exchange the tokens of others for (RFC 8693); null: nothing. For Confidential clients. */
            tokenExchange: components["schemas"]["TokenExchangeBody"] | null;
        };
        ClientPresentationRequest: {
            /**
             * Format: uri
             * @description The home page of the application.
             * @example https://www.example.com/portal
             */
            clientUri?: string | null;
            /**
             * Format: date-time
             * @description A time (RFC 3339) at which the agent ends; null: never. Only with kind Agent.
             * @example 2030-01-31T00:00:00Z
             */
            expiresAt?: string | null;
            /**
             * @description Agent: software that decides by itself what it does. Its tokens tell APIs so. Null: any other client.
             * @enum {string|null}
             */
            kind?: "Agent" | null;
            /**
             * Format: uri
             * @description A picture, which the consent page shows 40 pixels high.
             * @example https://www.example.com/portal.svg
             */
            logoUri?: string | null;
            /**
             * @description The name that people read; null: the id of the client.
             * @example Portal
             */
            name?: string | null;
            /**
             * @description The sub of the user of the domain that the agent belongs to. It ends when that user is deactivated or deleted, or ends it on the account page. Only with kind Agent.
             * @example maya.k~7
             */
            owner?: string | null;
            /**
             * Format: uri
             * @description How the application uses the data of users; the consent page links to it.
             * @example https://www.example.com/privacy
             */
            policyUri?: string | null;
            /**
             * Format: uri
             * @description The terms of the application; the consent page links to them.
             * @example https://www.example.com/terms
             */
            tosUri?: string | null;
        };
        ClientPresentationResponse: {
            /**
             * Format: uri
             * @description The home page of the application.
             */
            clientUri: string | null;
            /**
             * Format: date-time
             * @description A time (RFC 3339) at which the agent ends; null: never. Only with kind Agent.
             */
            expiresAt?: string | null;
            /**
             * @description Agent: software that decides by itself what it does. Its tokens tell APIs so. Null: any other client. Absent for other clients, like owner and expiresAt.
             * @enum {string}
             */
            kind?: "Agent";
            /**
             * Format: uri
             * @description A picture, which the consent page shows 40 pixels high.
             */
            logoUri: string | null;
            /** @description The name that people read; null: the id of the client. */
            name: string | null;
            /** @description The sub of the user of the domain that the agent belongs to. It ends when that user is deactivated or deleted, or ends it on the account page. Only with kind Agent. */
            owner?: string | null;
            /**
             * Format: uri
             * @description How the application uses the data of users; the consent page links to it.
             */
            policyUri: string | null;
            /**
             * Format: uri
             * @description The terms of the application; the consent page links to them.
             */
            tosUri: string | null;
        };
        ClientQuotaRequest: {
            /**
             * @description Whether the client gets tokens beyond the limits too, and the log alone says that it was exceeded.
             * @default false
             */
            monitorOnly?: boolean | null;
            /**
             * @description The same for each day of UTC.
             * @default null
             */
            tokensPerDay?: number | null;
            /**
             * @description Access tokens that the client may get in each minute of UTC, by any grant; null: no limit.
             * @default null
             */
            tokensPerMinute?: number | null;
        };
        ClientQuotaResponse: {
            /** @description Whether the client gets tokens beyond the limits too, and the log alone says that it was exceeded. */
            monitorOnly: boolean;
            /** @description The same for each day of UTC. */
            tokensPerDay: number | null;
            /** @description Access tokens that the client may get in each minute of UTC, by any grant; null: no limit. */
            tokensPerMinute: number | null;
        };
        ClientRefreshTokenRequest: {
            /** @description Seconds after its rotation in which the client may use a refresh token again and get another successor. */
            leewaySeconds: number;
        };
        ClientRefreshTokenResponse: {
            /** @description Seconds after its rotation in which the client may use a refresh token again and get another successor. */
            leewaySeconds: number;
        };
        ClientRegistrationRequest: {
            /** @description Clients that register themselves (RFC 7591): public clients. */
            dynamicRegistration?: components["schemas"]["DynamicRegistrationBody"] | null;
            /** @description Clients whose client_id is the https URL of a document that describes them (OAuth Client ID Metadata Document): public clients with PKCE, which users must always consent to. */
            metadataDocuments?: components["schemas"]["MetadataDocumentsBody"] | null;
        };
        ClientRegistrationResponse: {
            /** @description Clients that register themselves (RFC 7591): public clients. */
            dynamicRegistration: components["schemas"]["DynamicRegistrationResponse"];
            /** @description Clients whose client_id is the https URL of a document that describes them (OAuth Client ID Metadata Document): public clients with PKCE, which users must always consent to. */
            metadataDocuments: components["schemas"]["MetadataDocumentsResponse"];
        };
        ClientResourceRequest: {
            /**
             * @description Scopes of the resource. Those that the roles of the client permit are added.
             * @example [
             *       "orders:read"
             *     ]
             */
            scopes: string[];
        };
        ClientResourceResponse: {
            /**
             * @description Scopes of the resource. Those that the roles of the client permit are added.
             * @example [
             *       "orders:read"
             *     ]
             */
            scopes: string[];
        };
        ClientResponse: {
            /**
             * Format: int32
             * @description Seconds; defaults to 3600.
             */
            accessTokenExpiry?: number | null;
            /** @description The origins that get CORS on the auth endpoints for this client, compared exactly. Clients of type Public may also have those of hybrid applications (capacitor://localhost, ionic://localhost) and browser extensions (chrome-extension://, moz-extension://, safari-web-extension://). */
            allowedOrigins?: string[] | null;
            /** @description Whether local users may sign in; defaults to true. */
            allowLocalLogin?: boolean | null;
            /** @description The aud of its access tokens, and the values of resource (RFC 8707); defaults to the issuer. */
            audiences?: string[] | null;
            clientId: string;
            /** @description RFC 6749 section 2.1. */
            clientType: components["schemas"]["ClientType"];
            /** Format: date-time */
            createdAt: string;
            /** @description The one grant that the client may use; AuthorizationCode for clients of type Public. */
            grantType: components["schemas"]["GrantType"];
            /**
             * Format: int32
             * @description Seconds; defaults to 3600.
             */
            idTokenExpiry?: number | null;
            /** @description Requirements for the sign-in. */
            policies?: ("mfa" | "phishing-resistant" | "consent" | "reauthenticate")[] | null;
            /** @description Redirect URIs after sign-out. With https, or http on the loopback; for clients of type Public also with a private-use scheme named after a domain. */
            postSignOutRedirectUris?: string[] | null;
            /** @description The identity providers to offer; defaults to all of the domain. */
            providers?: string[] | null;
            /** @description Compared exactly, except for the port of a loopback address. With https, or http on the loopback; for clients of type Public also with a private-use scheme named after a domain. */
            redirectUris?: string[] | null;
            /**
             * Format: int32
             * @description Seconds; defaults to 2592000.
             */
            refreshTokenExpiry?: number | null;
            /**
             * @description The maximum scope that the client may request, as scope tokens (RFC 6749 section 3.3).
             * @example read write
             */
            scope: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ClientSecretResponse: {
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the secret expires.
             */
            expiresAt: string | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description When a token was last issued for it, accurate to a minute.
             */
            lastUsedAt: string | null;
        };
        ClientSigningRequest: {
            /**
             * @description The alg of access tokens. null: that of the domain.
             * @enum {string|null}
             */
            accessToken?: "RS256" | "PS256" | "ES256" | "EdDSA" | null;
            /**
             * @description The alg of ID tokens and logout tokens. null: that of the domain.
             * @enum {string|null}
             */
            idToken?: "RS256" | "PS256" | "ES256" | "EdDSA" | null;
        };
        ClientSigningResponse: {
            /**
             * @description The alg of access tokens. null: that of the domain.
             * @enum {string|null}
             */
            accessToken: "RS256" | "PS256" | "ES256" | "EdDSA" | null;
            /**
             * @description The alg of ID tokens and logout tokens. null: that of the domain.
             * @enum {string|null}
             */
            idToken: "RS256" | "PS256" | "ES256" | "EdDSA" | null;
        };
        /**
         * @description RFC 6749 section 2.1.
         * @enum {string}
         */
        ClientType: "Public" | "Confidential";
        ConfigurationChange: {
            /** @enum {string} */
            action: "Add" | "Replace" | "Remove";
            /** @description The value before; null if there was none, or it is a secret. */
            from: ({
                [key: string]: unknown;
            } | unknown[] | string | number | boolean) | null;
            /**
             * @description JSON Pointer (RFC 6901) to the member of the document.
             * @example /clients/orders/scope
             */
            path: string;
            /** @description The value after; null if there is none, or it is a secret. */
            to: ({
                [key: string]: unknown;
            } | unknown[] | string | number | boolean) | null;
        };
        ConfigurationDocument: {
            branding?: components["schemas"]["BrandingRequest"];
            clientRegistration?: components["schemas"]["ClientRegistrationRequest"];
            /** @description The clients by their client_id; at most 20000. */
            clients?: {
                [key: string]: components["schemas"]["ConfiguredClient"];
            };
            logRetention?: components["schemas"]["LogRetentionRequest"];
            mailSender?: components["schemas"]["MailSenderRequest"];
            /** @description The operator's own texts of the pages, by language. */
            pageTexts?: {
                [key: string]: {
                    [key: string]: string;
                };
            };
            /** @description The identity providers by their names. clientSecret is never shown; without it the stored one is kept. */
            providers?: {
                [key: string]: components["schemas"]["IdentityProviderRequest"];
            };
            /** @description The resources by their ids. */
            resources?: {
                [key: string]: components["schemas"]["ResourceRequest"];
            };
            /** @description The roles by their names. */
            roles?: {
                [key: string]: components["schemas"]["RoleRequest"];
            };
            scopes?: components["schemas"]["ConfiguredScopes"];
            signIn?: components["schemas"]["SignInRequest"];
            signing?: components["schemas"]["DomainSigningRequest"];
            /**
             * @description The version of the form of this document.
             * @enum {integer}
             */
            version: 1;
            /** @description The webhooks by their ids. Another UUID, in lower case, creates a webhook of this id. */
            webhooks?: {
                [key: string]: components["schemas"]["WebhookRequest"];
            };
        };
        ConfiguredClient: {
            /**
             * Format: int32
             * @description Seconds; defaults to 3600.
             */
            accessTokenExpiry?: number | null;
            active?: components["schemas"]["ClientActiveRequest"] | null;
            /** @description The origins that get CORS on the auth endpoints for this client, compared exactly. Clients of type Public may also have those of hybrid applications (capacitor://localhost, ionic://localhost) and browser extensions (chrome-extension://, moz-extension://, safari-web-extension://). */
            allowedOrigins?: string[] | null;
            /** @description Whether local users may sign in; defaults to true. */
            allowLocalLogin?: boolean | null;
            /** @description The aud of its access tokens, and the values of resource (RFC 8707); defaults to the issuer. */
            audiences?: string[] | null;
            authentication?: {
                /** @description The methods by which the client may authenticate: 1 to 10 different ones; none for a Public client. */
                methods?: ({
                    /**
                     * Format: date-time
                     * @description When the client last authenticated with it, accurate to a minute; null if never.
                     */
                    readonly lastUsedAt?: string | null;
                    /** @enum {string} */
                    type: "ClientSecret";
                } | {
                    /** @description Public keys, RFC 7517 section 5. RSA keys must have 2048 to 4096 bits, without leading zeros. Private keys are rejected. */
                    jwks: {
                        keys: (({
                            /** @enum {string} */
                            alg?: "ES256";
                            /** @enum {string} */
                            crv: "P-256";
                            key_ops?: "verify"[];
                            /** @description Unique in the set. */
                            kid?: string;
                            /** @enum {string} */
                            kty: "EC";
                            /** @enum {string} */
                            use?: "sig";
                            x: string;
                            /** @description RFC 7517 section 4.7: the first certificate has this key. */
                            x5c?: string[];
                            y: string;
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /** @enum {string} */
                            alg?: "EdDSA" | "Ed25519";
                            /** @enum {string} */
                            crv: "Ed25519";
                            key_ops?: "verify"[];
                            /** @description Unique in the set. */
                            kid?: string;
                            /** @enum {string} */
                            kty: "OKP";
                            /** @enum {string} */
                            use?: "sig";
                            x: string;
                            /** @description RFC 7517 section 4.7: the first certificate has this key. */
                            x5c?: string[];
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /** @enum {string} */
                            alg?: "RS256" | "PS256";
                            e: string;
                            key_ops?: "verify"[];
                            /** @description Unique in the set. */
                            kid?: string;
                            /** @enum {string} */
                            kty: "RSA";
                            n: string;
                            /** @enum {string} */
                            use?: "sig";
                            /** @description RFC 7517 section 4.7: the first certificate has this key. */
                            x5c?: string[];
                        } & {
                            [key: string]: unknown;
                        }))[];
                    } & {
                        [key: string]: unknown;
                    };
                    /**
                     * Format: date-time
                     * @description When the client last authenticated with it, accurate to a minute; null if never.
                     */
                    readonly lastUsedAt?: string | null;
                    /** @enum {string} */
                    type: "PrivateKeyJwt";
                } | {
                    /**
                     * Format: uri
                     * @description The URL of the public keys. It must use https and a public address.
                     */
                    jwksUri: string;
                    /**
                     * Format: date-time
                     * @description When the client last authenticated with it, accurate to a minute; null if never.
                     */
                    readonly lastUsedAt?: string | null;
                    /** @enum {string} */
                    type: "PrivateKeyJwt";
                } | {
                    /**
                     * Format: uri
                     * @description The iss of its tokens.
                     */
                    issuer: string;
                    /**
                     * Format: date-time
                     * @description When the client last authenticated with it, accurate to a minute; null if never.
                     */
                    readonly lastUsedAt?: string | null;
                    /** @description The sub of its tokens. Issuer and subject belong to one client of the domain. */
                    subject: string;
                    /** @enum {string} */
                    type: "FederatedJwt";
                } | {
                    /**
                     * Format: uri
                     * @description The iss of its tokens.
                     */
                    issuer: string;
                    /** @description Public keys, RFC 7517 section 5. RSA keys must have 2048 to 4096 bits, without leading zeros. Private keys are rejected. */
                    jwks: {
                        keys: (({
                            /** @enum {string} */
                            alg?: "ES256";
                            /** @enum {string} */
                            crv: "P-256";
                            key_ops?: "verify"[];
                            /** @description Unique in the set. */
                            kid?: string;
                            /** @enum {string} */
                            kty: "EC";
                            /** @enum {string} */
                            use?: "sig";
                            x: string;
                            /** @description RFC 7517 section 4.7: the first certificate has this key. */
                            x5c?: string[];
                            y: string;
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /** @enum {string} */
                            alg?: "EdDSA" | "Ed25519";
                            /** @enum {string} */
                            crv: "Ed25519";
                            key_ops?: "verify"[];
                            /** @description Unique in the set. */
                            kid?: string;
                            /** @enum {string} */
                            kty: "OKP";
                            /** @enum {string} */
                            use?: "sig";
                            x: string;
                            /** @description RFC 7517 section 4.7: the first certificate has this key. */
                            x5c?: string[];
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /** @enum {string} */
                            alg?: "RS256" | "PS256";
                            e: string;
                            key_ops?: "verify"[];
                            /** @description Unique in the set. */
                            kid?: string;
                            /** @enum {string} */
                            kty: "RSA";
                            n: string;
                            /** @enum {string} */
                            use?: "sig";
                            /** @description RFC 7517 section 4.7: the first certificate has this key. */
                            x5c?: string[];
                        } & {
                            [key: string]: unknown;
                        }))[];
                    } & {
                        [key: string]: unknown;
                    };
                    /**
                     * Format: date-time
                     * @description When the client last authenticated with it, accurate to a minute; null if never.
                     */
                    readonly lastUsedAt?: string | null;
                    /** @description The sub of its tokens. Issuer and subject belong to one client of the domain. */
                    subject: string;
                    /** @enum {string} */
                    type: "FederatedJwt";
                } | {
                    /**
                     * Format: uri
                     * @description The iss of its tokens.
                     */
                    issuer: string;
                    /**
                     * Format: uri
                     * @description The URL of the public keys. It must use https and a public address.
                     */
                    jwksUri: string;
                    /**
                     * Format: date-time
                     * @description When the client last authenticated with it, accurate to a minute; null if never.
                     */
                    readonly lastUsedAt?: string | null;
                    /** @description The sub of its tokens. Issuer and subject belong to one client of the domain. */
                    subject: string;
                    /** @enum {string} */
                    type: "FederatedJwt";
                } | {
                    /**
                     * Format: date-time
                     * @description When the client last authenticated with it, accurate to a minute; null if never.
                     */
                    readonly lastUsedAt?: string | null;
                    /**
                     * @description The subject of the certificate, a distinguished name of RFC 4514. Escaped bytes are UTF-8; bytes after # are an ASN.1 string of at most 127 bytes.
                     * @example CN=orders,O=Shop
                     */
                    subjectDn: string;
                    /** @enum {string} */
                    type: "TlsClientAuth";
                } | {
                    /**
                     * Format: date-time
                     * @description When the client last authenticated with it, accurate to a minute; null if never.
                     */
                    readonly lastUsedAt?: string | null;
                    sanDns: string;
                    /** @enum {string} */
                    type: "TlsClientAuth";
                } | {
                    /**
                     * Format: date-time
                     * @description When the client last authenticated with it, accurate to a minute; null if never.
                     */
                    readonly lastUsedAt?: string | null;
                    /** Format: uri */
                    sanUri: string;
                    /** @enum {string} */
                    type: "TlsClientAuth";
                } | {
                    /**
                     * Format: date-time
                     * @description When the client last authenticated with it, accurate to a minute; null if never.
                     */
                    readonly lastUsedAt?: string | null;
                    sanEmail: string;
                    /** @enum {string} */
                    type: "TlsClientAuth";
                } | {
                    /**
                     * Format: date-time
                     * @description When the client last authenticated with it, accurate to a minute; null if never.
                     */
                    readonly lastUsedAt?: string | null;
                    /** @description An IPv4 or IPv6 address. */
                    sanIp: string;
                    /** @enum {string} */
                    type: "TlsClientAuth";
                } | {
                    /** @description Public keys, RFC 7517 section 5. RSA keys must have 2048 to 4096 bits, without leading zeros. Private keys are rejected. */
                    jwks: {
                        keys: (({
                            /** @enum {string} */
                            alg?: "ES256";
                            /** @enum {string} */
                            crv: "P-256";
                            key_ops?: "verify"[];
                            /** @description Unique in the set. */
                            kid?: string;
                            /** @enum {string} */
                            kty: "EC";
                            /** @enum {string} */
                            use?: "sig";
                            x: string;
                            /** @description RFC 7517 section 4.7: the first certificate has this key. */
                            x5c?: string[];
                            y: string;
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /** @enum {string} */
                            alg?: "ES384";
                            /** @enum {string} */
                            crv: "P-384";
                            key_ops?: "verify"[];
                            /** @description Unique in the set. */
                            kid?: string;
                            /** @enum {string} */
                            kty: "EC";
                            /** @enum {string} */
                            use?: "sig";
                            x: string;
                            /** @description RFC 7517 section 4.7: the first certificate has this key. */
                            x5c?: string[];
                            y: string;
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /** @enum {string} */
                            alg?: "ES512";
                            /** @enum {string} */
                            crv: "P-521";
                            key_ops?: "verify"[];
                            /** @description Unique in the set. */
                            kid?: string;
                            /** @enum {string} */
                            kty: "EC";
                            /** @enum {string} */
                            use?: "sig";
                            x: string;
                            /** @description RFC 7517 section 4.7: the first certificate has this key. */
                            x5c?: string[];
                            y: string;
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /** @enum {string} */
                            alg?: "EdDSA" | "Ed25519";
                            /** @enum {string} */
                            crv: "Ed25519";
                            key_ops?: "verify"[];
                            /** @description Unique in the set. */
                            kid?: string;
                            /** @enum {string} */
                            kty: "OKP";
                            /** @enum {string} */
                            use?: "sig";
                            x: string;
                            /** @description RFC 7517 section 4.7: the first certificate has this key. */
                            x5c?: string[];
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /** @enum {string} */
                            alg?: "RS256" | "PS256";
                            e: string;
                            key_ops?: "verify"[];
                            /** @description Unique in the set. */
                            kid?: string;
                            /** @enum {string} */
                            kty: "RSA";
                            n: string;
                            /** @enum {string} */
                            use?: "sig";
                            /** @description RFC 7517 section 4.7: the first certificate has this key. */
                            x5c?: string[];
                        } & {
                            [key: string]: unknown;
                        }))[];
                    } & {
                        [key: string]: unknown;
                    };
                    /**
                     * Format: date-time
                     * @description When the client last authenticated with it, accurate to a minute; null if never.
                     */
                    readonly lastUsedAt?: string | null;
                    /** @enum {string} */
                    type: "SelfSignedTlsClientAuth";
                } | {
                    /**
                     * Format: uri
                     * @description The URL of the public keys. It must use https and a public address.
                     */
                    jwksUri: string;
                    /**
                     * Format: date-time
                     * @description When the client last authenticated with it, accurate to a minute; null if never.
                     */
                    readonly lastUsedAt?: string | null;
                    /** @enum {string} */
                    type: "SelfSignedTlsClientAuth";
                })[];
                /**
                 * @description FAPI2: the FAPI 2.0 Security Profile. It permits only PrivateKeyJwt, TlsClientAuth and SelfSignedTlsClientAuth. FAPI2MessageSigning: the same, and authorization requests must be signed with a key of PrivateKeyJwt.
                 * @enum {string|null}
                 */
                profile?: "FAPI2" | "FAPI2MessageSigning" | null;
                /**
                 * @description What its access tokens must be bound to; null: to the key that a request proves, if any.
                 * @enum {string|null}
                 */
                senderConstraint?: "DPoP" | "MutualTLS" | null;
            } | null;
            backchannelLogout?: components["schemas"]["BackchannelLogoutRequest"] | null;
            claims?: components["schemas"]["ClientClaimsRequest"] | null;
            /** @description RFC 6749 section 2.1. */
            clientType: components["schemas"]["ClientType"];
            grants?: components["schemas"]["ClientGrantsRequest"] | null;
            /** @description The one grant that the client may use; AuthorizationCode for clients of type Public. */
            grantType: components["schemas"]["GrantType"];
            /**
             * Format: int32
             * @description Seconds; defaults to 3600.
             */
            idTokenExpiry?: number | null;
            /** @description Requirements for the sign-in. */
            policies?: ("mfa" | "phishing-resistant" | "consent" | "reauthenticate")[] | null;
            /** @description Redirect URIs after sign-out. With https, or http on the loopback; for clients of type Public also with a private-use scheme named after a domain. */
            postSignOutRedirectUris?: string[] | null;
            presentation?: components["schemas"]["ClientPresentationRequest"] | null;
            /** @description The identity providers to offer; defaults to all of the domain. */
            providers?: string[] | null;
            quota?: components["schemas"]["ClientQuotaRequest"] | null;
            /** @description Compared exactly, except for the port of a loopback address. With https, or http on the loopback; for clients of type Public also with a private-use scheme named after a domain. */
            redirectUris?: string[] | null;
            refreshToken?: components["schemas"]["ClientRefreshTokenRequest"] | null;
            /**
             * Format: int32
             * @description Seconds; defaults to 2592000.
             */
            refreshTokenExpiry?: number | null;
            /** @description What the client may ask for, by the ids of resources. */
            resources?: {
                [key: string]: components["schemas"]["ClientResourceRequest"];
            } | null;
            roles?: string[] | null;
            /**
             * @description The maximum scope that the client may request, as scope tokens (RFC 6749 section 3.3).
             * @example read write
             */
            scope: string;
            signing?: components["schemas"]["ClientSigningRequest"] | null;
        };
        ConfiguredScopes: {
            accessToken?: components["schemas"]["ScopeRequest"][];
            idToken?: components["schemas"]["ScopeRequest"][];
        };
        CreateClientResponse: {
            /** @description The secret, if this request created one. It is shown only in this response. */
            clientSecret: string | null;
        };
        CreatedApiKeyResponse: {
            /** @description Send it in `x-api-key`. It is shown only in this response. */
            apiKey: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Null: every domain of the subscription. */
            domains: string[] | null;
            /**
             * Format: date-time
             * @description Null: never. An expired key is still shown.
             */
            expiresAt: string | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description When the key was last used, at most ten seconds late; null: never.
             */
            lastUsedAt: string | null;
            name: string;
            /** @description Null: everywhere. */
            networks: string[] | null;
            permissions: string[];
        };
        CreatedInitialAccessTokenResponse: {
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Null: never. An expired token is still shown.
             */
            expiresAt: string | null;
            /** Format: uuid */
            id: string;
            /** @description Clients send it as a Bearer token when they register. It is shown only in this response. */
            initialAccessToken: string;
            /** @description Null: any number. A token that is used up is still shown. */
            maxUses: number | null;
            name: string;
            /** @description How many clients have registered with it. */
            uses: number;
        };
        CreatedSubscriptionResponse: {
            /** @description Its first API key, with the permissions `*`. It is shown only in this response. */
            apiKey: string;
            /** Format: uuid */
            id: string;
            name: string;
        };
        CreatedWebhookResponse: {
            description: string | null;
            /** @description Why the service disabled the webhook; null otherwise. */
            disabledReason: string | null;
            enabled: boolean;
            eventTypes: string[];
            /** Format: uuid */
            id: string;
            /** @description Verifies the signatures v1a (Ed25519). */
            publicKey: string;
            /** @description Verifies the signatures v1 (HMAC). It is shown only in this response. */
            secret: string;
            /** Format: uri */
            url: string;
        };
        CredentialResponse: {
            /** @description Whether a passkey is synchronized with other devices; null for other types. */
            backedUp: boolean | null;
            /** Format: date-time */
            createdAt: string;
            /**
             * @description Identifies the credential among those of its user.
             * @example totp
             */
            id: string;
            /**
             * Format: date-time
             * @description Null if it was not used.
             */
            lastUsedAt: string | null;
            /**
             * @description The user's name for a passkey; null for other types.
             * @example Phone
             */
            name: string | null;
            /** @description The number of unused recovery codes; null for other types. */
            remaining: number | null;
            /**
             * @description A user has at most one Totp and one RecoveryCodes.
             * @enum {string}
             */
            type: "Passkey" | "Totp" | "RecoveryCodes";
        };
        CurrentCallerResponse: {
            /** @description The names of the domains that it may use; null for all of the subscription. */
            domains: string[] | null;
            /** @description The operatorId of an operator, or the id of an API key. */
            id: string;
            /** @description How the log names it. */
            name: string;
            /**
             * @description What it may do: *, *:read or permissions of operations.
             * @example [
             *       "client:write"
             *     ]
             */
            permissions: string[];
            subscription: components["schemas"]["CallerSubscription"];
            type: components["schemas"]["CallerType"];
        };
        DailyUsageResponse: {
            /** @description The number of different users who signed in or received an access token. */
            activeUsers: number;
            /**
             * Format: date
             * @description The day in UTC. Days without any use are omitted.
             */
            date: string;
            /**
             * @description The number of successful sign-ins, by the method that the user completed first.
             * @example {
             *       "passkey": 3
             *     }
             */
            signIns: {
                [key: string]: number;
            };
            /**
             * @description The number of access tokens issued, by client id.
             * @example {
             *       "billing-job": 10
             *     }
             */
            tokens: {
                [key: string]: number;
            };
        };
        DeletionResponse: {
            /**
             * Format: date-time
             * @description Null while it is running.
             */
            completedAt: string | null;
            /**
             * @description The name of the domain.
             * @example shop.example.com
             */
            domain: string;
            /** Format: uuid */
            id: string;
            /** @description A JWT that lists what was removed, signed with a key of /v1/receipt-keys. Null while it is running, or if an earlier release ended it. */
            receipt: string | null;
            /** Format: date-time */
            requestedAt: string;
            /**
             * @description Whether data of the domain may remain. The domain is no longer served in either case.
             * @enum {string}
             */
            status: "Running" | "Done";
        };
        DiagnosisResponse: {
            /**
             * @description The kind of problem: one of a fixed set of codes.
             * @example cname-elsewhere
             */
            code: string;
            /** @description The problem in a sentence. */
            detail: string;
            /** @description The fix. */
            fix: string;
        };
        DnsRecordResponse: {
            /** @example auth.example.com */
            name: string;
            /** @description The purpose of the record. */
            purpose: string;
            /**
             * @description Whether it has been found: `pending` if it has not been checked yet, `failed` if it could not be created.
             * @enum {string}
             */
            status: "pending" | "present" | "missing" | "failed";
            /** @enum {string} */
            type: "A" | "AAAA" | "CNAME" | "TXT";
            value: string;
        };
        DomainDetailsResponse: {
            /**
             * Format: uri
             * @description The base URL of the OAuth server.
             */
            authUrl: string;
            /** Format: date-time */
            createdAt: string;
            /** @description The problems that the last DNS check found. */
            diagnoses: components["schemas"]["DiagnosisResponse"][];
            /** @description The DNS records that the domain needs. */
            dnsRecords: components["schemas"]["DnsRecordResponse"][];
            /** @example auth.example.com */
            domain: string;
            /**
             * Format: uri
             * @description The issuer identifier (RFC 8414 section 2).
             */
            issuer: string;
            /** @description Jobs of the domain that have not ended. */
            jobs: components["schemas"]["DomainJobResponse"][];
            /** @enum {string} */
            kind: "sandbox" | "custom";
            /**
             * Format: date-time
             * @description When the DNS is checked again automatically.
             */
            nextCheckAt: string | null;
            /**
             * @description `active` and `degraded` domains are served. `degraded`: the DNS records are no longer correct; after 7 days the domain fails.
             * @enum {string}
             */
            status: "pending" | "active" | "degraded" | "failed" | "deleting";
            /** @description The reason for the status. */
            statusDetail: string | null;
            /**
             * Format: date-time
             * @description When the ownership of the name was proven.
             */
            verifiedAt: string | null;
        };
        DomainJobResponse: {
            /** @description How often it has been started. */
            attempts: number;
            /** @description Why the last attempt failed. */
            lastError: string | null;
            /** @example domain-deletion */
            name: string;
            /**
             * Format: date-time
             * @description The latest time of the next attempt. Null while it runs, or if it only waits for a free worker.
             */
            nextAttemptAt: string | null;
            /**
             * @description A job that has repeatedly failed is `failed`, and is retried less and less often.
             * @enum {string}
             */
            state: "running" | "waiting" | "failed";
        };
        DomainResponse: {
            /** @example auth.example.com */
            domain: string;
        };
        DomainSigningRequest: {
            /**
             * @description The alg of access tokens.
             * @default ES256
             * @enum {string}
             */
            accessToken?: "RS256" | "PS256" | "ES256" | "EdDSA";
            /**
             * @description The alg of ID tokens and logout tokens.
             * @default RS256
             * @enum {string}
             */
            idToken?: "RS256" | "PS256" | "ES256" | "EdDSA";
        };
        DomainSigningResponse: {
            /**
             * @description The alg of access tokens.
             * @enum {string}
             */
            accessToken: "RS256" | "PS256" | "ES256" | "EdDSA";
            /**
             * @description The alg of ID tokens and logout tokens.
             * @enum {string}
             */
            idToken: "RS256" | "PS256" | "ES256" | "EdDSA";
        };
        DynamicRegistrationBody: {
            /** @default false */
            enabled?: boolean | null;
            /**
             * @description Whether clients need a token from `…/client-registration/token` to register.
             * @default false
             */
            requireInitialAccessToken?: boolean | null;
            /**
             * @description The ids of the resources of the domain that these clients may ask for, with all of their scopes.
             * @default []
             * @example [
             *       "orders"
             *     ]
             */
            resources?: string[] | null;
        };
        DynamicRegistrationResponse: {
            enabled: boolean;
            /** @description Whether clients need a token from `…/client-registration/token` to register. Absent: they do not. */
            requireInitialAccessToken?: boolean;
            /**
             * @description The ids of the resources of the domain that these clients may ask for, with all of their scopes.
             * @example [
             *       "orders"
             *     ]
             */
            resources: string[];
        };
        ErasureResponse: {
            /** Format: date-time */
            erasedAt: string;
            /** @description A JWT that counts what was erased, by kind, signed with a key of /v1/receipt-keys. */
            receipt: string;
            /** @description The subject identifier that the user had. */
            sub: string;
        };
        /**
         * @description The one grant that the client may use; AuthorizationCode for clients of type Public.
         * @enum {string}
         */
        GrantType: "AuthorizationCode" | "ClientCredentials";
        IdentifiedUserImportResponse: {
            /** @description The number of users who were created; in a dry run, who would be. */
            created: number;
            /** @description The first 100 errors. */
            errors: components["schemas"]["UserImportErrorResponse"][];
            /** @description The number of lines with errors. They changed nothing. */
            failed: number;
            /** Format: uuid */
            id: string;
            /** @description The number of lines that are done. */
            read: number;
            /** @enum {string} */
            status: "Uploading" | "Running" | "Completed";
            /** @description The number of lines that changed a user. Lines that changed nothing are only in read. */
            updated: number;
        };
        IdentityProviderRequest: {
            /**
             * @description Sign in with Apple: clientSecret is the private key of this id (PEM), with which each client_secret is signed (ES256, five minutes). The name that Apple posts at the first sign-in is used.
             * @example {
             *       "teamId": "A1B2C3D4E5",
             *       "keyId": "F6G7H8I9J0"
             *     }
             */
            appleKey?: {
                keyId?: string;
                teamId?: string;
            } | null;
            /**
             * Format: uri
             * @description The URL at which the provider reports sign-outs (Back-Channel Logout).
             */
            readonly backchannelLogoutUri?: string;
            /** @description When the certificates of a SAML identity provider expire, in their order. */
            readonly certificatesExpireAt?: string[];
            /**
             * @description By each claim of theirs the attribute of ours that it becomes, each once. Left out, standard claims become the attributes of their names: preferred_username, name, given_name, family_name, middle_name, nickname, email, email_verified, phone_number, phone_number_verified, picture, locale, zoneinfo.
             * @example {
             *       "upn": "preferred_username",
             *       "email": "email"
             *     }
             */
            claimMapping?: {
                [key: string]: string;
            } | null;
            /**
             * @description The client_id at the identity provider; the entity ID of the domain there for SAML.
             * @example latchkey
             */
            clientId: string;
            /**
             * @description The client_secret at the identity provider, or the private key of appleKey. It is never shown. If it is omitted, the stored one is kept as long as neither the issuer nor appleKey changes.
             * @example the-secret-from-there
             */
            clientSecret?: string | null;
            /** Format: date-time */
            readonly createdAt?: string;
            /**
             * @description Whether the first sign-in of a person creates a user.
             * @default true
             */
            createUsers?: boolean | null;
            /**
             * @description The button text after "Continue with"; defaults to the provider's name.
             * @example Northwind
             */
            displayName?: string | null;
            /**
             * @description Whether users can sign in with it.
             * @default true
             */
            enabled?: boolean | null;
            /**
             * @description Whether such addresses have no other way to sign in: neither link nor code, and no passkey of a user with such a username. Answers leave out false.
             * @default false
             */
            enforceMailDomains?: boolean | null;
            /** @description Whether a client_secret is stored. */
            readonly hasClientSecret?: boolean;
            /**
             * Format: uri
             * @description The issuer, exactly as its discovery document states it (OpenID Connect Discovery section 4.3). The entity ID of a SAML identity provider, which need not use https.
             * @example https://login.example.com
             */
            issuer: string;
            /**
             * Format: uri
             * @description The URL of the domain's public keys, to register at the provider for private_key_jwt.
             */
            readonly jwksUri?: string;
            /**
             * @description The protocol: OpenID Connect (oidc), OAuth 2.0 with an endpoint that describes the user (oauth2), or SAML 2.0 (saml). Answers leave out the default.
             * @default oidc
             * @enum {string|null}
             */
            kind?: "oidc" | "oauth2" | "saml" | null;
            /**
             * @description Who types a mail address of one of these domains at the sign-in is sent to the provider, with the address as login_hint. Each belongs to one provider. Answers leave out an empty list.
             * @default []
             * @example [
             *       "example.com"
             *     ]
             */
            mailDomains?: string[] | null;
            readonly name?: string;
            /**
             * @description Of the kind oauth2, which has no discovery document: its endpoints. emailsEndpoint lists mail addresses as GitHub does: the primary one, if it is verified, becomes the claims email and email_verified. subjectClaim identifies the user: id by default.
             * @example {
             *       "authorizationEndpoint": "https://github.com/login/oauth/authorize",
             *       "tokenEndpoint": "https://github.com/login/oauth/access_token",
             *       "userinfoEndpoint": "https://api.github.com/user",
             *       "emailsEndpoint": "https://api.github.com/user/emails"
             *     }
             */
            oauth2?: {
                /** Format: uri */
                authorizationEndpoint?: string;
                /** Format: uri */
                emailsEndpoint?: string | null;
                subjectClaim?: string | null;
                /** Format: uri */
                tokenEndpoint?: string;
                /** Format: uri */
                userinfoEndpoint?: string;
            } | null;
            /**
             * Format: uri
             * @description The URL to which users return after signing out at the provider (RP-Initiated Logout).
             */
            readonly postLogoutRedirectUri?: string;
            /**
             * Format: uri
             * @description The redirect URI to register at the provider.
             */
            readonly redirectUri?: string;
            /**
             * @description Claims that a user must have at the provider, each with exactly this value, or one of a list of values, or with an array that contains one. Other users are rejected (required-claim).
             * @default {}
             * @example {
             *       "hd": [
             *         "example.com",
             *         "example.org"
             *       ]
             *     }
             */
            requiredClaims?: {
                [key: string]: string | number | boolean | (string | number | boolean)[];
            } | null;
            /**
             * @description Whether to reject an ID token without a nonce. Set false only for a provider that sends none; a wrong nonce is always rejected.
             * @default true
             */
            requireNonce?: boolean | null;
            /**
             * @description The response_mode of authorization requests. Sign in with Apple requires form_post for the scopes name and email.
             * @default null
             * @enum {string|null}
             */
            responseMode?: "form_post" | null;
            /** @description Of the kind saml: metadata (XML) of the identity provider, or its ssoUrl and sloUrl (sign-on and logout service, HTTP-Redirect) and the certificates (PEM) of the keys that sign assertions, several while it changes its key. Answers have ssoUrl and certificates. subjectAttribute identifies the user, by default the persistent NameID. signRequests signs requests with the key in the metadata of the domain. */
            saml?: {
                certificates?: string[] | null;
                metadata?: string | null;
                /** @default false */
                signRequests?: boolean | null;
                /** Format: uri */
                sloUrl?: string | null;
                /** Format: uri */
                ssoUrl?: string | null;
                subjectAttribute?: string | null;
            } | null;
            /**
             * Format: uri
             * @description The metadata of the domain, to register at a SAML identity provider.
             */
            readonly samlMetadataUri?: string;
            /**
             * @description The scope tokens to request, including openid; defaults to openid, profile, email.
             * @example [
             *       "openid",
             *       "profile",
             *       "email"
             *     ]
             */
            scopes?: string[] | null;
            /**
             * @description How the domain authenticates at the token endpoint; with private_key_jwt it uses its own keys, which are published at jwksUri.
             * @default client_secret_basic
             * @example client_secret_post
             * @enum {string|null}
             */
            tokenEndpointAuthMethod?: "client_secret_basic" | "client_secret_post" | "private_key_jwt" | null;
            /**
             * @description Whether to trust its email_verified claim.
             * @default false
             */
            trustEmailVerified?: boolean | null;
            /** Format: date-time */
            readonly updatedAt?: string;
        } & (unknown & unknown & unknown & {
            claimMapping?: Record<string, never> | null;
            requiredClaims?: Record<string, never> | null;
        });
        IdentityProviderResponse: {
            /**
             * @description Sign in with Apple: clientSecret is the private key of this id (PEM), with which each client_secret is signed (ES256, five minutes). The name that Apple posts at the first sign-in is used.
             * @example {
             *       "teamId": "A1B2C3D4E5",
             *       "keyId": "F6G7H8I9J0"
             *     }
             */
            appleKey?: {
                keyId?: string;
                teamId?: string;
            } | null;
            /**
             * Format: uri
             * @description The URL at which the provider reports sign-outs (Back-Channel Logout).
             */
            backchannelLogoutUri: string;
            /** @description When the certificates of a SAML identity provider expire, in their order. */
            certificatesExpireAt?: string[];
            /**
             * @description By each claim of theirs the attribute of ours that it becomes, each once. Left out, standard claims become the attributes of their names: preferred_username, name, given_name, family_name, middle_name, nickname, email, email_verified, phone_number, phone_number_verified, picture, locale, zoneinfo.
             * @example {
             *       "upn": "preferred_username",
             *       "email": "email"
             *     }
             */
            claimMapping?: {
                [key: string]: string;
            } | null;
            /**
             * @description The client_id at the identity provider; the entity ID of the domain there for SAML.
             * @example latchkey
             */
            clientId: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * @description Whether the first sign-in of a person creates a user.
             * @default true
             */
            createUsers?: boolean | null;
            /**
             * @description The button text after "Continue with"; defaults to the provider's name.
             * @example Northwind
             */
            displayName?: string | null;
            /**
             * @description Whether users can sign in with it.
             * @default true
             */
            enabled?: boolean | null;
            /**
             * @description Whether such addresses have no other way to sign in: neither link nor code, and no passkey of a user with such a username. Answers leave out false.
             * @default false
             */
            enforceMailDomains?: boolean | null;
            /** @description Whether a client_secret is stored. */
            hasClientSecret: boolean;
            /**
             * Format: uri
             * @description The issuer, exactly as its discovery document states it (OpenID Connect Discovery section 4.3). The entity ID of a SAML identity provider, which need not use https.
             * @example https://login.example.com
             */
            issuer: string;
            /**
             * Format: uri
             * @description The URL of the domain's public keys, to register at the provider for private_key_jwt.
             */
            jwksUri: string;
            /**
             * @description The protocol: OpenID Connect (oidc), OAuth 2.0 with an endpoint that describes the user (oauth2), or SAML 2.0 (saml). Answers leave out the default.
             * @default oidc
             * @enum {string|null}
             */
            kind?: "oidc" | "oauth2" | "saml" | null;
            /**
             * @description Who types a mail address of one of these domains at the sign-in is sent to the provider, with the address as login_hint. Each belongs to one provider. Answers leave out an empty list.
             * @default []
             * @example [
             *       "example.com"
             *     ]
             */
            mailDomains?: string[] | null;
            name: string;
            /**
             * @description Of the kind oauth2, which has no discovery document: its endpoints. emailsEndpoint lists mail addresses as GitHub does: the primary one, if it is verified, becomes the claims email and email_verified. subjectClaim identifies the user: id by default.
             * @example {
             *       "authorizationEndpoint": "https://github.com/login/oauth/authorize",
             *       "tokenEndpoint": "https://github.com/login/oauth/access_token",
             *       "userinfoEndpoint": "https://api.github.com/user",
             *       "emailsEndpoint": "https://api.github.com/user/emails"
             *     }
             */
            oauth2?: {
                /** Format: uri */
                authorizationEndpoint?: string;
                /** Format: uri */
                emailsEndpoint?: string | null;
                subjectClaim?: string | null;
                /** Format: uri */
                tokenEndpoint?: string;
                /** Format: uri */
                userinfoEndpoint?: string;
            } | null;
            /**
             * Format: uri
             * @description The URL to which users return after signing out at the provider (RP-Initiated Logout).
             */
            postLogoutRedirectUri: string;
            /**
             * Format: uri
             * @description The redirect URI to register at the provider.
             */
            redirectUri: string;
            /**
             * @description Claims that a user must have at the provider, each with exactly this value, or one of a list of values, or with an array that contains one. Other users are rejected (required-claim).
             * @default {}
             * @example {
             *       "hd": [
             *         "example.com",
             *         "example.org"
             *       ]
             *     }
             */
            requiredClaims?: {
                [key: string]: string | number | boolean | (string | number | boolean)[];
            } | null;
            /**
             * @description Whether to reject an ID token without a nonce. Set false only for a provider that sends none; a wrong nonce is always rejected.
             * @default true
             */
            requireNonce?: boolean | null;
            /**
             * @description The response_mode of authorization requests. Sign in with Apple requires form_post for the scopes name and email.
             * @default null
             * @enum {string|null}
             */
            responseMode?: "form_post" | null;
            /** @description Of the kind saml: metadata (XML) of the identity provider, or its ssoUrl and sloUrl (sign-on and logout service, HTTP-Redirect) and the certificates (PEM) of the keys that sign assertions, several while it changes its key. Answers have ssoUrl and certificates. subjectAttribute identifies the user, by default the persistent NameID. signRequests signs requests with the key in the metadata of the domain. */
            saml?: {
                certificates?: string[] | null;
                metadata?: string | null;
                /** @default false */
                signRequests?: boolean | null;
                /** Format: uri */
                sloUrl?: string | null;
                /** Format: uri */
                ssoUrl?: string | null;
                subjectAttribute?: string | null;
            } | null;
            /**
             * Format: uri
             * @description The metadata of the domain, to register at a SAML identity provider.
             */
            samlMetadataUri?: string;
            /**
             * @description The scope tokens to request, including openid; defaults to openid, profile, email.
             * @example [
             *       "openid",
             *       "profile",
             *       "email"
             *     ]
             */
            scopes?: string[] | null;
            /**
             * @description How the domain authenticates at the token endpoint; with private_key_jwt it uses its own keys, which are published at jwksUri.
             * @default client_secret_basic
             * @example client_secret_post
             * @enum {string|null}
             */
            tokenEndpointAuthMethod?: "client_secret_basic" | "client_secret_post" | "private_key_jwt" | null;
            /**
             * @description Whether to trust its email_verified claim.
             * @default false
             */
            trustEmailVerified?: boolean | null;
            /** Format: date-time */
            updatedAt: string;
        };
        IdJagAudienceBody: {
            /**
             * @description The id of the client at that server; null if it is the same.
             * @default null
             */
            clientId?: string | null;
            /**
             * Format: uri
             * @description The issuer of the server: the parameter audience.
             */
            issuer: string;
            /**
             * @description The most that the client may ask for there: scopes by the URIs of resources.
             * @example {
             *       "https://chat.example.com/api": [
             *         "chat:read"
             *       ]
             *     }
             */
            resources: {
                [key: string]: string[];
            };
        } & {
            resources: Record<string, never>;
        };
        IdJagBody: {
            audiences: components["schemas"]["IdJagAudienceBody"][];
        };
        ImportedDomainResponse: {
            /** @example shop.example.com */
            domain: string;
            /**
             * Format: uuid
             * @description The id of the domain, which stays.
             */
            id: string;
            /** @description The end of the log, which was verified. */
            log: components["schemas"]["ImportedLogResponse"];
            /** @description The number of imported rows. */
            rows: number;
            /**
             * @description active: it is served. pending: once the ownership of its name is proved.
             * @enum {string}
             */
            status: "active" | "pending";
        };
        ImportedLogResponse: {
            /** @description The sequence number of the last entry that came with the file. */
            entries: number;
            /** @description The hash of that entry; null without entries. */
            hash: string | null;
        };
        InitialAccessTokenRequest: {
            /**
             * Format: date-time
             * @description A time in the future (RFC 3339), from which the token is not accepted. Null: never.
             * @default null
             * @example 2030-01-31T00:00:00Z
             */
            expiresAt?: string | null;
            /**
             * Format: int32
             * @description How many clients can register with it. Null: any number.
             * @default null
             */
            maxUses?: number | null;
            /**
             * @description Who the token is for. Logs show it. Several tokens can have the same name.
             * @example partner portal
             */
            name: string;
        };
        InitialAccessTokenResponse: {
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Null: never. An expired token is still shown.
             */
            expiresAt: string | null;
            /** Format: uuid */
            id: string;
            /** @description Null: any number. A token that is used up is still shown. */
            maxUses: number | null;
            name: string;
            /** @description How many clients have registered with it. */
            uses: number;
        };
        InvitationRequest: {
            /** @description Other attributes, with the limits of createUser. */
            attributes?: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: email
             * @description Who gets the mail. It becomes the address and username.
             * @example jane.doe@example.com
             */
            email: string;
            /**
             * Format: int32
             * @description Days for which the link works.
             * @default 7
             */
            expiresInDays?: number | null;
            /**
             * @description The language of the mail. Default: en.
             * @enum {string|null}
             */
            language?: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "ar" | "ja" | null;
            /**
             * @description The full name, which the person can change.
             * @example Jane Doe
             */
            name?: string | null;
            /**
             * Format: uri
             * @description An https URL where the person goes afterwards. Default: the account page.
             * @example https://app.example.com/welcome
             */
            redirectUri?: string | null;
            /**
             * @description Roles of the domain.
             * @example [
             *       "clerk"
             *     ]
             */
            roles?: unknown[] | null;
        };
        InvitationResponse: {
            attributes: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: email */
            email: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: uuid */
            id: string;
            name: string | null;
            /** Format: uri */
            redirectUri: string;
            roles: string[];
        };
        JwtBearerBody: {
            issuers: components["schemas"]["AssertionIssuerBody"][];
        };
        ListedClientResourceResponse: {
            resourceId: string;
            /**
             * @description Scopes of the resource. Those that the roles of the client permit are added.
             * @example [
             *       "orders:read"
             *     ]
             */
            scopes: string[];
        };
        ListedClientResponse: {
            /**
             * Format: int32
             * @description Seconds; defaults to 3600.
             */
            accessTokenExpiry?: number | null;
            /** @description Whether the client may use its domain. */
            active: boolean;
            /** @description The origins that get CORS on the auth endpoints for this client, compared exactly. Clients of type Public may also have those of hybrid applications (capacitor://localhost, ionic://localhost) and browser extensions (chrome-extension://, moz-extension://, safari-web-extension://). */
            allowedOrigins?: string[] | null;
            /** @description Whether local users may sign in; defaults to true. */
            allowLocalLogin?: boolean | null;
            /** @description The aud of its access tokens, and the values of resource (RFC 8707); defaults to the issuer. */
            audiences?: string[] | null;
            clientId: string;
            /** @description RFC 6749 section 2.1. */
            clientType: components["schemas"]["ClientType"];
            /** Format: date-time */
            createdAt: string;
            /** @description The one grant that the client may use; AuthorizationCode for clients of type Public. */
            grantType: components["schemas"]["GrantType"];
            /**
             * Format: int32
             * @description Seconds; defaults to 3600.
             */
            idTokenExpiry?: number | null;
            /** @description The name that people see (see getClientPresentation); null without one. */
            name: string | null;
            /** @description Requirements for the sign-in. */
            policies?: ("mfa" | "phishing-resistant" | "consent" | "reauthenticate")[] | null;
            /** @description Redirect URIs after sign-out. With https, or http on the loopback; for clients of type Public also with a private-use scheme named after a domain. */
            postSignOutRedirectUris?: string[] | null;
            /** @description The identity providers to offer; defaults to all of the domain. */
            providers?: string[] | null;
            /** @description Compared exactly, except for the port of a loopback address. With https, or http on the loopback; for clients of type Public also with a private-use scheme named after a domain. */
            redirectUris?: string[] | null;
            /**
             * Format: int32
             * @description Seconds; defaults to 2592000.
             */
            refreshTokenExpiry?: number | null;
            /**
             * @description The maximum scope that the client may request, as scope tokens (RFC 6749 section 3.3).
             * @example read write
             */
            scope: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ListedDomainResponse: {
            /** @example auth.example.com */
            domain: string;
            /**
             * @description Only in pages, which are requested by `limit`.
             * @enum {string}
             */
            kind?: "sandbox" | "custom";
            /** @description The name of its branding. Only in pages, which are requested by `limit`. */
            name?: string | null;
            /**
             * @description Only in pages, which are requested by `limit`.
             * @enum {string}
             */
            status?: "pending" | "active" | "degraded" | "failed";
        };
        ListedOperatorResponse: {
            /** @description The names of the domains that the operator may use, which need not exist yet; null for all of the subscription. */
            domains: string[] | null;
            /** @description The iss of the access tokens, exactly: one of MANAGEMENT_ISSUERS. */
            issuer: string;
            /**
             * Format: date-time
             * @description The last request of the operator, to half a minute; null if there was none.
             */
            lastUsedAt: string | null;
            /** @description How the log and messages name the operator. */
            name: string;
            operatorId: string;
            /** @description What the operator may do: *, *:read or permissions of operations. None that you do not have. */
            permissions: string[];
            /** @description The sub of the access tokens. An issuer and subject belong to one operator of the whole installation. */
            subject: string;
        };
        ListedResourceResponse: {
            /**
             * Format: int32
             * @description Seconds that its access tokens live; null: as the client says.
             */
            accessTokenExpiry: number | null;
            /**
             * Format: uri
             * @description The resource of token requests (RFC 8707) and the aud of tokens, compared exactly. Unique in the domain, and not its issuer.
             */
            audience: string;
            /** @description Whether a user's token has only the scopes that the user's roles permit, and tokens have the claim roles (RFC 9068 section 2.2.3.1). */
            enforceRoles: boolean;
            /** @description What the consent page calls the API. */
            name: string;
            resourceId: string;
            scopes: components["schemas"]["ResourceScopeResponse"][];
            /**
             * @description The alg of its access tokens; null: as the client or the domain says.
             * @enum {string|null}
             */
            signingAlgorithm: "RS256" | "PS256" | "ES256" | "EdDSA" | null;
            /**
             * @description Jwt: RFC 9068, with typ at+jwt. PlainJwt: the same with typ JWT, for libraries that refuse another. Opaque: only introspection reads it (RFC 7662).
             * @enum {string}
             */
            tokenFormat: "Jwt" | "PlainJwt" | "Opaque";
        };
        ListedRoleResponse: {
            description: string | null;
            /** @description By the id of the resource. */
            permissions: components["schemas"]["PermissionBody"][];
            role: string;
        };
        LogActorResponse: {
            /** @description The id of the API key, or the sub of the user. */
            id: string | null;
            name: string | null;
            /** @enum {string} */
            type: "api_key" | "operator" | "user" | "service";
        };
        LogEntryResponse: {
            /** @description The actor. */
            actor: components["schemas"]["LogActorResponse"];
            /** @description The client that the entry is about. */
            client: string | null;
            /**
             * @description The fields of the type. Personal fields have a `salt`; after the deletion of the user only `erased` remains.
             * @example {
             *       "secretId": "a uuid"
             *     }
             */
            data: {
                [key: string]: unknown;
            };
            /** @description SHA-256 of the entry, which includes its predecessor's hash, in hexadecimal. */
            hash: string;
            /** @description The predecessor's hash. */
            previousHash: string;
            /** @description The X-Request-Id of the request. */
            requestId: string | null;
            /** @description The position in the log of the domain: consecutive, from 1. */
            sequence: number;
            /** Format: date-time */
            time: string;
            /** @description The trace of the request: W3C Trace Context. */
            traceId: string | null;
            /**
             * @description What happened.
             * @example client.secret.rotated
             */
            type: string;
            /** @description The `sub` of the user that the entry is about. */
            user: string | null;
        };
        LogRetentionRequest: {
            /**
             * Format: int32
             * @description The number of days for which entries are shown.
             * @example 400
             */
            days: number;
            /**
             * Format: int32
             * @description The number of days for which personal `data` of entries are shown; at most `days`.
             * @example 90
             */
            personalDays: number;
        };
        LogRetentionResponse: {
            /**
             * Format: int32
             * @description The number of days for which entries are shown.
             * @example 400
             */
            days: number;
            /**
             * Format: int32
             * @description The number of days for which personal `data` of entries are shown; at most `days`.
             * @example 90
             */
            personalDays: number;
        };
        MagicLinkRequest: {
            /**
             * Format: uri
             * @description Where the user goes after the sign-in: https, outside production also http://localhost; without a query, a fragment, a user name or a password.
             * @example https://app.example.com/welcome
             */
            redirectUri: string;
            /** @description Whether redeeming the link removes the user's passkeys. */
            resetPasskeys?: boolean | null;
        };
        MagicLinkResponse: {
            /**
             * Format: uri
             * @description The link. It works once, for ten minutes, and is shown only in this response.
             */
            uri: string;
        };
        MailPreviewRequest: {
            /** @enum {string} */
            kind: "sign-in-link" | "sign-up-link" | "account-exists" | "sign-up-invitation" | "user-invitation" | "provider-invitation" | "email-confirmation" | "email-changed" | "passkey-created" | "passkey-removed" | "passkeys-reset" | "authenticator-app-set-up" | "authenticator-app-removed" | "recovery-codes-made" | "recovery-code-used" | "recovery-codes-removed" | "new-device";
            /**
             * @description Default: en.
             * @enum {string|null}
             */
            language?: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "ar" | "ja" | null;
        };
        MailPreviewResponse: {
            /** @description The HTML part. It contains styles, and loads the logo of the branding. */
            html: string;
            /** @example Sign in to Northwind Bank */
            subject: string;
            /** @description The plain-text part. */
            text: string;
        };
        MailSenderRequest: {
            /**
             * @description Your own address. Mails come from it while the DNS records of its domain are right. Default: that of the installation.
             * @example no-reply@northwind.example
             */
            address?: string | null;
            /**
             * @description The display name. Default: the name of the branding, else that of the installation.
             * @example Northwind Bank
             */
            name?: string | null;
        };
        MailSenderResponse: {
            /** @description With its domain in lower case. */
            address: string | null;
            name: string | null;
        };
        MailTestRequest: {
            /**
             * @description Default: en.
             * @enum {string|null}
             */
            language?: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "ar" | "ja" | null;
            /**
             * Format: email
             * @description Who gets the mail.
             * @example you@example.com
             */
            to: string;
        };
        MailTestResponse: {
            /**
             * @description The outcome in words, and what to do.
             * @example The mail server refused the recipient or the mail (smtp 550).
             */
            detail: string;
            /**
             * @description Who the mail came from.
             * @example Acme <no-reply@acme.example>
             */
            from: string;
            /**
             * @description What the mail server answered. An accepted mail can still be lost on its way.
             * @enum {string}
             */
            outcome: "Accepted" | "Refused" | "Failed" | "NotConfigured";
        };
        MetadataDocumentsBody: {
            /** @default false */
            enabled?: boolean | null;
            /**
             * @description The exact hosts that such a client_id may have; null: any.
             * @default null
             * @example [
             *       "app.example.com"
             *     ]
             */
            hosts?: string[] | null;
            /**
             * @description The ids of the resources of the domain that these clients may ask for, with all of their scopes.
             * @default []
             * @example [
             *       "orders"
             *     ]
             */
            resources?: string[] | null;
        };
        MetadataDocumentsResponse: {
            enabled: boolean;
            /**
             * @description The exact hosts that such a client_id may have; null: any.
             * @example [
             *       "app.example.com"
             *     ]
             */
            hosts: string[] | null;
            /**
             * @description The ids of the resources of the domain that these clients may ask for, with all of their scopes.
             * @example [
             *       "orders"
             *     ]
             */
            resources: string[];
        };
        OperatorRequest: {
            /**
             * @description The names of the domains that the operator may use, which need not exist yet; null for all of the subscription.
             * @default null
             * @example [
             *       "auth.example.com"
             *     ]
             */
            domains?: string[] | null;
            /**
             * @description The iss of the access tokens, exactly: one of MANAGEMENT_ISSUERS.
             * @example https://id.example.com
             */
            issuer: string;
            /**
             * Format: date-time
             * @description Ignored, so that the response of GET can be sent back.
             */
            readonly lastUsedAt?: string | null;
            /**
             * @description How the log and messages name the operator.
             * @example Ada
             */
            name: string;
            /**
             * @description What the operator may do: *, *:read or permissions of operations. None that you do not have.
             * @example [
             *       "client:write"
             *     ]
             */
            permissions: ("*" | "*:read" | "domain:read" | "domain:write" | "client:read" | "client:write" | "scope:read" | "scope:write" | "resource:read" | "resource:write" | "role:read" | "role:write" | "user:read" | "user:write" | "provider:read" | "provider:write" | "branding:read" | "branding:write" | "log:read" | "log:write" | "webhook:read" | "webhook:write" | "usage:read" | "usage:write" | "operator:read" | "operator:write" | "subscription:read" | "subscription:write")[];
            /**
             * @description The sub of the access tokens. An issuer and subject belong to one operator of the whole installation.
             * @example ada
             */
            subject: string;
        };
        OperatorResponse: {
            /** @description The names of the domains that the operator may use, which need not exist yet; null for all of the subscription. */
            domains: string[] | null;
            /** @description The iss of the access tokens, exactly: one of MANAGEMENT_ISSUERS. */
            issuer: string;
            /**
             * Format: date-time
             * @description The last request of the operator, to half a minute; null if there was none.
             */
            lastUsedAt: string | null;
            /** @description How the log and messages name the operator. */
            name: string;
            /** @description What the operator may do: *, *:read or permissions of operations. None that you do not have. */
            permissions: string[];
            /** @description The sub of the access tokens. An issuer and subject belong to one operator of the whole installation. */
            subject: string;
        };
        PageTextsResponse: {
            /** @enum {string} */
            language: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "ar" | "ja";
            /**
             * @example {
             *       "sign-in-heading": "Welcome to Northwind"
             *     }
             */
            texts: {
                [key: string]: string;
            };
        };
        PatchClientRequest: {
            /**
             * Format: int32
             * @description Seconds; defaults to 3600.
             */
            accessTokenExpiry?: number | null;
            /** @description The origins that get CORS on the auth endpoints for this client, compared exactly. Clients of type Public may also have those of hybrid applications (capacitor://localhost, ionic://localhost) and browser extensions (chrome-extension://, moz-extension://, safari-web-extension://). */
            allowedOrigins?: string[] | null;
            /** @description Whether local users may sign in; defaults to true. */
            allowLocalLogin?: boolean | null;
            /** @description The aud of its access tokens, and the values of resource (RFC 8707); defaults to the issuer. */
            audiences?: string[] | null;
            readonly clientId?: string;
            /** @description RFC 6749 section 2.1. */
            clientType?: components["schemas"]["ClientType"];
            /** Format: date-time */
            readonly createdAt?: string;
            /** @description The one grant that the client may use; AuthorizationCode for clients of type Public. */
            grantType?: components["schemas"]["GrantType"];
            /**
             * Format: int32
             * @description Seconds; defaults to 3600.
             */
            idTokenExpiry?: number | null;
            /** @description Requirements for the sign-in. */
            policies?: ("mfa" | "phishing-resistant" | "consent" | "reauthenticate")[] | null;
            /** @description Redirect URIs after sign-out. With https, or http on the loopback; for clients of type Public also with a private-use scheme named after a domain. */
            postSignOutRedirectUris?: string[] | null;
            /** @description The identity providers to offer; defaults to all of the domain. */
            providers?: string[] | null;
            /** @description Compared exactly, except for the port of a loopback address. With https, or http on the loopback; for clients of type Public also with a private-use scheme named after a domain. */
            redirectUris?: string[] | null;
            /**
             * Format: int32
             * @description Seconds; defaults to 2592000.
             */
            refreshTokenExpiry?: number | null;
            /**
             * @description The maximum scope that the client may request, as scope tokens (RFC 6749 section 3.3).
             * @example read write
             */
            scope?: string;
            /** Format: date-time */
            readonly updatedAt?: string;
        };
        PermissionBody: {
            /**
             * @description The id of a resource of the domain, once in the list.
             * @example orders
             */
            resource: string;
            /**
             * @description Scopes of the resource.
             * @example [
             *       "orders:read"
             *     ]
             */
            scopes: string[];
        };
        ProblemDetails: {
            /** @description What was wrong with this request, and what to do. */
            detail: string;
            errors?: {
                detail: string;
                /** @description JSON Pointer (RFC 6901) into the body. */
                pointer: string;
            }[];
            /** @description Identifies this occurrence; quote it when you ask for help. */
            instance: string;
            /** Format: int32 */
            status: number;
            title: string;
            /**
             * @description Identifies the kind of problem; it never changes.
             * @example /problems/invalid-request
             */
            type: string;
        } & {
            [key: string]: unknown;
        };
        PushAuthorizationRequest: {
            /**
             * @description The value of the header Authorization; null for none. It is stored encrypted, and never shown.
             * @example Bearer a-new-secret-of-the-receiver
             */
            authorizationHeader: string | null;
        };
        ReceiptKeyResponse: {
            /** @enum {string} */
            alg: "ES256";
            /** @enum {string} */
            crv: "P-256";
            kid: string;
            /** @enum {string} */
            kty: "EC";
            /** @enum {string} */
            use: "sig";
            x: string;
            y: string;
        };
        ReceiptKeysResponse: {
            keys: components["schemas"]["ReceiptKeyResponse"][];
        };
        RegisterDomainRequest: {
            /**
             * @description The name of a custom domain: at most 253 characters in its ASCII form, not a public suffix and not an IP address; outside production also `localhost`. A name directly under the sandbox zone (one label of 3 to 63 letters, digits and hyphens that is not reserved) is active immediately. Without a name a default subdomain is assigned.
             * @example auth.example.com
             */
            domain?: string | null;
        };
        ReplaceApiKeyRequest: {
            readonly createdAt?: unknown;
            /**
             * @description The names of the domains that the key may use, which need not exist yet. Null: every domain of the subscription.
             * @default null
             */
            domains?: string[] | null;
            /**
             * Format: date-time
             * @description A time in the future (RFC 3339), from which the key is not accepted. Null: never.
             * @default null
             * @example 2030-01-31T00:00:00Z
             */
            expiresAt?: string | null;
            readonly id?: unknown;
            /**
             * Format: date-time
             * @description Ignored, because the key may have been used since the GET.
             */
            readonly lastUsedAt?: string | null;
            /**
             * @description What the key is for. Logs show it. Several keys can have the same name.
             * @example ci
             */
            name: string;
            /**
             * @description The CIDR blocks that the key may be used from, each written with its first address. Null: everywhere.
             * @default null
             */
            networks?: string[] | null;
            /**
             * @description `*`, `*:read` or permissions; write includes read.
             * @example [
             *       "client:write"
             *     ]
             */
            permissions: ("*" | "*:read" | "domain:read" | "domain:write" | "client:read" | "client:write" | "scope:read" | "scope:write" | "resource:read" | "resource:write" | "role:read" | "role:write" | "user:read" | "user:write" | "provider:read" | "provider:write" | "branding:read" | "branding:write" | "log:read" | "log:write" | "webhook:read" | "webhook:write" | "usage:read" | "usage:write" | "operator:read" | "operator:write" | "subscription:read" | "subscription:write")[];
        };
        ReplaceWebhookRequest: {
            /** @example Billing */
            description?: string | null;
            /** @description Why the service disabled the webhook; null otherwise. */
            readonly disabledReason?: string | null;
            /**
             * @description Whether events are sent.
             * @default true
             */
            enabled?: boolean | null;
            /**
             * @description The event types to send: names, families such as user.*, or * for all.
             * @default [
             *       "*"
             *     ]
             * @example [
             *       "user.*",
             *       "client.created"
             *     ]
             */
            eventTypes?: ("*" | "api_key.*" | "authenticator_app.*" | "branding.*" | "client.*" | "client.active.*" | "client.authentication.*" | "client.backchannel_logout.*" | "client.claims.*" | "client.grants.*" | "client.presentation.*" | "client.quota.*" | "client.refresh_token.*" | "client.resource.*" | "client.roles.*" | "client.secret.*" | "client.signing.*" | "client_registration.*" | "device.*" | "domain.*" | "domain.sign_in.*" | "domain.signing.*" | "identity_provider.*" | "initial_access_token.*" | "log.*" | "log.checkpoint.*" | "log.head.*" | "log.retention.*" | "magic_link.*" | "mail.*" | "mail_sender.*" | "operator.*" | "passkey.*" | "recovery_code.*" | "resource.*" | "role.*" | "scope.*" | "scope.access_token.*" | "scope.id_token.*" | "session.*" | "sign_up.*" | "signing_key.*" | "ssf_stream.*" | "token.*" | "user.*" | "user.roles.*" | "user_invitation.*" | "webhook.*" | "webhook.secret.*" | "domain.created" | "domain.activated" | "domain.degraded" | "domain.failed" | "domain.verification_restarted" | "domain.exported" | "domain.frozen" | "domain.thawed" | "domain.imported" | "domain.signing.updated" | "domain.sign_in.updated" | "signing_key.rotated" | "signing_key.revoked" | "api_key.created" | "api_key.updated" | "api_key.deleted" | "branding.updated" | "mail.tested" | "mail_sender.updated" | "mail_sender.verified" | "mail_sender.unverified" | "log.retention.updated" | "scope.access_token.updated" | "scope.id_token.updated" | "identity_provider.created" | "identity_provider.updated" | "identity_provider.deleted" | "resource.created" | "resource.updated" | "resource.deleted" | "role.created" | "role.updated" | "role.deleted" | "client_registration.updated" | "initial_access_token.created" | "initial_access_token.used" | "initial_access_token.deleted" | "client.created" | "client.updated" | "client.deleted" | "client.secret.rotated" | "client.secret.deleted" | "client.authentication.updated" | "client.authentication.deleted" | "client.signing.updated" | "client.signing.deleted" | "client.refresh_token.updated" | "client.refresh_token.deleted" | "client.resource.updated" | "client.resource.deleted" | "client.roles.updated" | "client.claims.updated" | "client.claims.deleted" | "client.grants.updated" | "client.grants.deleted" | "client.access_removed" | "client.active.updated" | "client.presentation.updated" | "client.presentation.deleted" | "client.quota.updated" | "client.quota.deleted" | "client.quota.exceeded" | "client.backchannel_logout.updated" | "client.backchannel_logout.deleted" | "client.backchannel_logout.failed" | "client.redirect_uri_refused" | "client.metadata_document_refused" | "token.client_authentication_failed" | "token.exchanged" | "token.asserted" | "token.identity_asserted" | "operator.created" | "operator.updated" | "operator.deleted" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.secret.rotated" | "webhook.replayed" | "webhook.disabled" | "ssf_stream.created" | "ssf_stream.updated" | "ssf_stream.deleted" | "ssf_stream.status_changed" | "ssf_stream.event_refused" | "ssf_stream.event_replayed" | "user_invitation.created" | "user_invitation.stopped" | "user.created" | "user.updated" | "user.invited" | "user.roles.updated" | "user.deleted" | "user.signed_in" | "user.sign_in_failed" | "user.signed_out" | "device.allowed" | "device.denied" | "session.revoked" | "session.assurance_changed" | "sign_up.invited" | "sign_up.revoked" | "sign_up.requested" | "magic_link.created" | "magic_link.requested" | "magic_link.used" | "magic_link.refused" | "passkey.created" | "passkey.deleted" | "passkey.reset" | "authenticator_app.created" | "authenticator_app.deleted" | "recovery_code.created" | "recovery_code.used" | "recovery_code.deleted" | "log.checkpoint.created" | "log.head.accepted" | "log.entries_omitted")[] | null;
            /** Format: uuid */
            readonly id?: string;
            /** @description Verifies the signatures v1a (Ed25519). */
            readonly publicKey?: string;
            /**
             * Format: uri
             * @description The URL to which events are posted. It must use https and a public address; outside production also http://localhost.
             * @example https://app.example.com/webhook
             */
            url: string;
        };
        ReplayRequest: {
            /** @description The ids of the deliveries. Pending ones are not changed. */
            deliveryIds?: string[] | null;
            /**
             * Format: date-time
             * @description Events at or after this time; not after to.
             * @example 2026-01-31T00:00:00Z
             */
            from?: string;
            /**
             * Format: date-time
             * @description Events before this time.
             * @example 2026-02-01T00:00:00Z
             */
            to?: string;
        } & (unknown & unknown & unknown);
        ResourceRequest: {
            /**
             * Format: int32
             * @description Seconds that its access tokens live; null: as the client says.
             * @default null
             */
            accessTokenExpiry?: number | null;
            /**
             * Format: uri
             * @description The resource of token requests (RFC 8707) and the aud of tokens, compared exactly. Unique in the domain, and not its issuer.
             * @example https://orders.example.com
             */
            audience: string;
            /**
             * @description Whether a user's token has only the scopes that the user's roles permit, and tokens have the claim roles (RFC 9068 section 2.2.3.1).
             * @default false
             */
            enforceRoles?: boolean | null;
            /**
             * @description What the consent page calls the API.
             * @example Orders
             */
            name: string;
            /** @default [] */
            scopes?: components["schemas"]["ResourceScopeBody"][] | null;
            /**
             * @description The alg of its access tokens; null: as the client or the domain says.
             * @default null
             * @enum {string|null}
             */
            signingAlgorithm?: "RS256" | "PS256" | "ES256" | "EdDSA" | null;
            /**
             * @description Jwt: RFC 9068, with typ at+jwt. PlainJwt: the same with typ JWT, for libraries that refuse another. Opaque: only introspection reads it (RFC 7662).
             * @default Jwt
             * @enum {string|null}
             */
            tokenFormat?: "Jwt" | "PlainJwt" | "Opaque" | null;
        };
        ResourceResponse: {
            /**
             * Format: int32
             * @description Seconds that its access tokens live; null: as the client says.
             */
            accessTokenExpiry: number | null;
            /**
             * Format: uri
             * @description The resource of token requests (RFC 8707) and the aud of tokens, compared exactly. Unique in the domain, and not its issuer.
             */
            audience: string;
            /** @description Whether a user's token has only the scopes that the user's roles permit, and tokens have the claim roles (RFC 9068 section 2.2.3.1). */
            enforceRoles: boolean;
            /** @description What the consent page calls the API. */
            name: string;
            scopes: components["schemas"]["ResourceScopeResponse"][];
            /**
             * @description The alg of its access tokens; null: as the client or the domain says.
             * @enum {string|null}
             */
            signingAlgorithm: "RS256" | "PS256" | "ES256" | "EdDSA" | null;
            /**
             * @description Jwt: RFC 9068, with typ at+jwt. PlainJwt: the same with typ JWT, for libraries that refuse another. Opaque: only introspection reads it (RFC 7662).
             * @enum {string}
             */
            tokenFormat: "Jwt" | "PlainJwt" | "Opaque";
        };
        ResourceScopeBody: {
            /**
             * @description What the consent page says about it; defaults to the scope itself.
             * @example Read orders
             */
            description?: string | null;
            /**
             * @description A scope token (RFC 6749 section 3.3), unique in the list. Neither a scope of OpenID Connect nor one that begins with ssf.
             * @example orders:read
             */
            scope: string;
        };
        ResourceScopeResponse: {
            description: string;
            scope: string;
        };
        RoleRequest: {
            /** @example Handles orders */
            description?: string | null;
            /** @default [] */
            permissions?: components["schemas"]["PermissionBody"][] | null;
        };
        RoleResponse: {
            description: string | null;
            /** @description By the id of the resource. */
            permissions: components["schemas"]["PermissionBody"][];
        };
        ScopeRequest: {
            /**
             * @example [
             *       "name",
             *       "picture"
             *     ]
             */
            claims?: string[] | null;
            /** @description The claims as GET shows them; an alternative to claims, or the same. */
            claimTypes?: string[] | null;
            /**
             * @description A scope token (RFC 6749 section 3.3), unique in the list.
             * @example profile
             */
            scope: string;
        };
        ScopeResponse: {
            claimTypes: string[];
            scope: string;
        };
        SenderProblemResponse: {
            /**
             * @description docs/mails.md lists the codes.
             * @example spf-missing
             */
            code: string;
            detail: string;
            /** @description What to do. */
            fix: string;
        };
        SenderRecordResponse: {
            /** @example lk-1f3a9c0e._domainkey.northwind.example */
            name: string;
            /** @enum {string} */
            purpose: "DKIM" | "SPF" | "DMARC";
            /** @enum {string} */
            type: "TXT";
            value: string;
        };
        SenderVerificationResponse: {
            /**
             * @description Who the next mail comes from, as in its header.
             * @example Northwind Bank <no-reply@northwind.example>
             */
            from: string;
            /** @description What the check found; those that keep mails from your address come first. */
            problems: components["schemas"]["SenderProblemResponse"][];
            /** @description The records to create; empty without an own address. */
            records: components["schemas"]["SenderRecordResponse"][];
            /** @description Whether mails come from your own address. */
            verified: boolean;
        };
        SessionResponse: {
            /**
             * @description The clients that the user has signed in to within it, sorted.
             * @example [
             *       "shop"
             *     ]
             */
            clients: string[];
            /**
             * Format: date-time
             * @description When the user last signed in within it.
             */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description Identifies the session among those of its user. It is not the value of the cookie, and signs nobody in. */
            id: string;
            /**
             * Format: date-time
             * @description The last visit to a page of the domain, to within some minutes.
             */
            lastUsedAt: string;
            /** @description The User-Agent header of the browser that signed in; null if it sent none. */
            userAgent: string | null;
        };
        SignalDeliveryDetailsResponse: {
            /** @description The number of completed attempts. */
            attempts: number;
            /** @description The claims of its security event token (RFC 8417); null if the user was deleted, and with the user the values of the event. */
            claims: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description The time of its event.
             */
            createdAt: string;
            /** @description The duration of the last attempt in milliseconds. */
            durationMs: number | null;
            /**
             * Format: date-time
             * @description When the receiver accepted or refused it; null before. It is kept for a week.
             */
            endedAt: string | null;
            /**
             * Format: uri
             * @description Where it was last pushed to; null if it was polled, or not sent yet.
             */
            endpoint: string | null;
            /** @description Why the last attempt failed. */
            error: string | null;
            /**
             * @description The URI of the type of its event.
             * @example https://schemas.openid.net/secevent/risc/event-type/account-disabled
             */
            eventType: string;
            /**
             * Format: uuid
             * @description The `jti` of its security event token.
             */
            id: string;
            /** Format: date-time */
            lastAttemptAt: string | null;
            /** @description The beginning of what the receiver answered to the last push, if it failed, or its setErrs in a poll. */
            responseBody: string | null;
            /** @description The status of the last response; null if there was none. */
            responseStatus: number | null;
            /**
             * @description Retrying: due, or waiting for the next attempt. Failed: not retried.
             * @enum {string}
             */
            status: "Delivered" | "Retrying" | "Failed";
        };
        SignalDeliveryResponse: {
            /** @description The number of completed attempts. */
            attempts: number;
            /**
             * Format: date-time
             * @description The time of its event.
             */
            createdAt: string;
            /** @description The duration of the last attempt in milliseconds. */
            durationMs: number | null;
            /**
             * Format: date-time
             * @description When the receiver accepted or refused it; null before. It is kept for a week.
             */
            endedAt: string | null;
            /** @description Why the last attempt failed. */
            error: string | null;
            /**
             * @description The URI of the type of its event.
             * @example https://schemas.openid.net/secevent/risc/event-type/account-disabled
             */
            eventType: string;
            /**
             * Format: uuid
             * @description The `jti` of its security event token.
             */
            id: string;
            /** Format: date-time */
            lastAttemptAt: string | null;
            /** @description The status of the last response; null if there was none. */
            responseStatus: number | null;
            /**
             * @description Retrying: due, or waiting for the next attempt. Failed: not retried.
             * @enum {string}
             */
            status: "Delivered" | "Retrying" | "Failed";
        };
        SignalStreamResponse: {
            /** @description The `aud` of its events. */
            audience: string;
            /** @description The client that created it, and receives the events. */
            clientId: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * @description push: RFC 8935; poll: RFC 8936.
             * @enum {string}
             */
            deliveryMethod: "push" | "poll";
            description: string | null;
            /**
             * Format: uri
             * @description Where events are pushed to; null if the client polls.
             */
            endpoint: string | null;
            /** @description Those of `eventsRequested` that Latchkey sends. */
            eventsDelivered: string[];
            /** @description URIs of event types. */
            eventsRequested: string[];
            /**
             * Format: date-time
             * @description When the first of these failed.
             */
            failingSince: string | null;
            /** @description Pushes that failed since the last success. */
            failures: number;
            /**
             * Format: uuid
             * @description Its `stream_id`.
             */
            id: string;
            /** @description Events that the receiver has not taken yet. */
            pendingEvents: number;
            /** @description Why it has this status, as its receiver, an operator or the service said. */
            reason: string | null;
            /** @enum {string} */
            status: "enabled" | "paused" | "disabled";
            /**
             * Format: date-time
             * @description When a verification event was last requested.
             */
            verifiedAt: string | null;
        };
        SignalStreamStatusRequest: {
            /**
             * @description Why. The receiver and the log of the domain get it, too.
             * @example Maintenance until noon
             */
            reason?: string | null;
            /**
             * @description paused: events wait. disabled: events that wait are dropped, and there are no new ones.
             * @enum {string}
             */
            status: "enabled" | "paused" | "disabled";
        };
        SignalStreamStatusResponse: {
            /** @description Why it has this status, as its receiver, an operator or the service said. */
            reason: string | null;
            /** @enum {string} */
            status: "enabled" | "paused" | "disabled";
        };
        SignInRequest: {
            /**
             * @description Whether people may delete their own accounts on their account page. A response has it only if it is false.
             * @default true
             */
            accountDeletion?: boolean;
            /**
             * @description The attributes that people may change on their account page. Without it: name, given_name, family_name, middle_name, nickname, email, locale, zoneinfo. An empty list: none.
             * @example [
             *       "name",
             *       "locale",
             *       "zoneinfo"
             *     ]
             */
            editableAttributes?: ("name" | "given_name" | "family_name" | "middle_name" | "nickname" | "email" | "locale" | "zoneinfo" | "picture" | "profile" | "website" | "gender" | "birthdate")[];
            /**
             * @description When the passkey or authenticator app that a user has set up is asked for after a link: only if the client or the request asks, or always.
             * @default AsClientsAsk
             * @enum {string}
             */
            secondFactor?: "AsClientsAsk" | "Always";
            /**
             * @description Who may create an account: only whom an operator or an application adds, also people whom an operator invites by mail, or everybody with a mail address. A response has it only if it is not Off.
             * @default Off
             * @enum {string}
             */
            signUp?: "Off" | "ByInvitation" | "Open";
        };
        SignInResponse: {
            /**
             * @description Whether people may delete their own accounts on their account page. A response has it only if it is false.
             * @default true
             */
            accountDeletion?: boolean;
            /**
             * @description The attributes that people may change on their account page. Without it: name, given_name, family_name, middle_name, nickname, email, locale, zoneinfo. An empty list: none.
             * @example [
             *       "name",
             *       "locale",
             *       "zoneinfo"
             *     ]
             */
            editableAttributes?: ("name" | "given_name" | "family_name" | "middle_name" | "nickname" | "email" | "locale" | "zoneinfo" | "picture" | "profile" | "website" | "gender" | "birthdate")[];
            /**
             * @description When the passkey or authenticator app that a user has set up is asked for after a link: only if the client or the request asks, or always.
             * @default AsClientsAsk
             * @enum {string}
             */
            secondFactor?: "AsClientsAsk" | "Always";
            /**
             * @description Who may create an account: only whom an operator or an application adds, also people whom an operator invites by mail, or everybody with a mail address. A response has it only if it is not Off.
             * @default Off
             * @enum {string}
             */
            signUp?: "Off" | "ByInvitation" | "Open";
        };
        SubscriptionQuotaRequest: {
            /**
             * @description How many clients it may have, in all its domains together; null: no limit.
             * @default null
             */
            clients?: number | null;
            /**
             * @description How many domains the subscription may have, without those that are being deleted; null: no limit.
             * @default null
             */
            domains?: number | null;
            /**
             * @description How many access tokens its clients together may get in a day of UTC; null: no limit. Beyond, the token endpoint answers 429.
             * @default null
             */
            tokensPerDay?: number | null;
            /**
             * @description How many users it may have, in all its domains together; null: no limit.
             * @default null
             */
            users?: number | null;
        };
        SubscriptionQuotaResponse: {
            /** @description How many clients it may have, in all its domains together; null: no limit. */
            clients: number | null;
            /** @description How many domains the subscription may have, without those that are being deleted; null: no limit. */
            domains: number | null;
            /** @description How many access tokens its clients together may get in a day of UTC; null: no limit. Beyond, the token endpoint answers 429. */
            tokensPerDay: number | null;
            /** @description How many users it may have, in all its domains together; null: no limit. */
            users: number | null;
        };
        SubscriptionRequest: {
            /**
             * @description Which customer it is. No other subscription has the name.
             * @example acme
             */
            name: string;
        };
        SubscriptionResponse: {
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            name: string;
        };
        TokenExchangeBody: {
            /**
             * @description Delegation: the token names the client as the actor (act, RFC 8693 section 4.1). Impersonation: it does not.
             * @enum {string}
             */
            mode: "Delegation" | "Impersonation";
            /**
             * @description The most that it may get: scopes by the ids of resources of the domain.
             * @example {
             *       "stock": [
             *         "stock:read"
             *       ]
             *     }
             */
            resources: {
                [key: string]: string[];
            };
        } & {
            resources: Record<string, never>;
        };
        TransferKeyResponse: {
            /** @enum {string} */
            alg: "ECDH-ES+A256KW";
            /** @enum {string} */
            crv: "P-256";
            kid: string;
            /** @enum {string} */
            kty: "EC";
            /** @enum {string} */
            use: "enc";
            x: string;
            y: string;
        };
        UpdateClientRequest: {
            /**
             * Format: int32
             * @description Seconds; defaults to 3600.
             */
            accessTokenExpiry?: number | null;
            /** @description The origins that get CORS on the auth endpoints for this client, compared exactly. Clients of type Public may also have those of hybrid applications (capacitor://localhost, ionic://localhost) and browser extensions (chrome-extension://, moz-extension://, safari-web-extension://). */
            allowedOrigins?: string[] | null;
            /** @description Whether local users may sign in; defaults to true. */
            allowLocalLogin?: boolean | null;
            /** @description The aud of its access tokens, and the values of resource (RFC 8707); defaults to the issuer. */
            audiences?: string[] | null;
            readonly clientId?: string;
            /** @description RFC 6749 section 2.1. */
            clientType: components["schemas"]["ClientType"];
            /** Format: date-time */
            readonly createdAt?: string;
            /** @description The one grant that the client may use; AuthorizationCode for clients of type Public. */
            grantType: components["schemas"]["GrantType"];
            /**
             * Format: int32
             * @description Seconds; defaults to 3600.
             */
            idTokenExpiry?: number | null;
            /** @description Requirements for the sign-in. */
            policies?: ("mfa" | "phishing-resistant" | "consent" | "reauthenticate")[] | null;
            /** @description Redirect URIs after sign-out. With https, or http on the loopback; for clients of type Public also with a private-use scheme named after a domain. */
            postSignOutRedirectUris?: string[] | null;
            /** @description The identity providers to offer; defaults to all of the domain. */
            providers?: string[] | null;
            /** @description Compared exactly, except for the port of a loopback address. With https, or http on the loopback; for clients of type Public also with a private-use scheme named after a domain. */
            redirectUris?: string[] | null;
            /**
             * Format: int32
             * @description Seconds; defaults to 2592000.
             */
            refreshTokenExpiry?: number | null;
            /**
             * @description The maximum scope that the client may request, as scope tokens (RFC 6749 section 3.3).
             * @example read write
             */
            scope: string;
            /** Format: date-time */
            readonly updatedAt?: string;
        };
        UserImportErrorResponse: {
            /** @description What is wrong, and what to do. */
            detail: string;
            /** @description The number of the line in the file. */
            line: number;
            /** @description A JSON Pointer into the line; empty for the line as a whole. */
            pointer: string;
        };
        UserImportIdentityBody: {
            /**
             * @description The name of an identity provider of the domain.
             * @example shop
             */
            provider: string;
            /** @description The sub of the user there, as its ID tokens have it. */
            subject: string;
        };
        UserImportLineRequest: {
            /** @description Whether the user may sign in. By default a new user may, and another one stays as it is. */
            active?: boolean | null;
            /**
             * @description Other attributes, with the limits of updateUser: with the username and the name at most 150, of 65536 bytes in all as JSON in UTF-8. Standard claims have their names of OpenID Connect.
             * @example {
             *       "email": "jane.doe@example.com",
             *       "email_verified": true,
             *       "department": "Sales"
             *     }
             */
            attributes?: ({
                /**
                 * @description YYYY-MM-DD, 0000-MM-DD without the year, or only YYYY.
                 * @example 0000-12-31
                 */
                birthdate?: string | null;
                /**
                 * @description An addr-spec of RFC 5322 or RFC 6532 that can receive mail: without quotes or an address literal.
                 * @example jane.doe@example.com
                 */
                email?: string | null;
                email_verified?: boolean | null;
                family_name?: string | null;
                gender?: string | null;
                given_name?: string | null;
                /**
                 * @description A language tag, BCP 47.
                 * @example en-US
                 */
                locale?: string | null;
                middle_name?: string | null;
                nickname?: string | null;
                /**
                 * @description E.164.
                 * @example +14255551212
                 */
                phone_number?: string | null;
                phone_number_verified?: boolean | null;
                /**
                 * Format: uri
                 * @example https://example.com/jane
                 */
                picture?: string | null;
                /**
                 * Format: uri
                 * @example https://example.com/jane
                 */
                profile?: string | null;
                /** @description Seconds since 1970-01-01T00:00:00Z. */
                updated_at?: number | null;
                /**
                 * Format: uri
                 * @example https://example.com/jane
                 */
                website?: string | null;
                /**
                 * @description A time zone of the IANA database.
                 * @example Europe/Berlin
                 */
                zoneinfo?: string | null;
            } & {
                [key: string]: (string | number | boolean | unknown[] | Record<string, never>) | null;
            }) | null;
            /** @description The user signs in with this identity provider, and keeps the sub of the line. Without it a new user is local. The identity of a user never changes. */
            identity?: components["schemas"]["UserImportIdentityBody"] | null;
            /**
             * @description The full name. It becomes the attribute name. All attributes together must not exceed 65536 bytes as JSON.
             * @example Jane Doe
             */
            name: string;
            /**
             * @description The username. It is unique in the domain, ignoring case and Unicode form (NFKC). Neither control nor invisible characters (Cf, default ignorable), no space at its beginning or end, and no mix of scripts beyond the level Highly Restrictive of Unicode Technical Standard 39. It becomes the attribute preferred_username.
             * @example jane.doe@example.com
             */
            preferredUsername: string;
            /** @description All roles of the user, which the domain must have. By default a new user has none, and another one keeps theirs. */
            roles?: string[] | null;
            /**
             * @description The subject identifier, as in the service that the user comes from: a UUID, which is stored in lower case, or 1 to 128 unreserved characters of RFC 3986. By default a random UUID. Neither a user nor a client of the domain may have it. Never give it to another person.
             * @example maya.k~7
             */
            sub?: string | null;
        };
        UserImportResponse: {
            /** @description The number of users who were created; in a dry run, who would be. */
            created: number;
            /** @description The first 100 errors. */
            errors: components["schemas"]["UserImportErrorResponse"][];
            /** @description The number of lines with errors. They changed nothing. */
            failed: number;
            /** @description The number of lines that are done. */
            read: number;
            /** @enum {string} */
            status: "Uploading" | "Running" | "Completed";
            /** @description The number of lines that changed a user. Lines that changed nothing are only in read. */
            updated: number;
        };
        UserInvitationRequest: {
            /**
             * @description Only users whose email address ends with this after the @, ignoring case; null: all.
             * @default null
             * @example example.com
             */
            emailDomain?: string | null;
            /**
             * @description local: users without an identity provider, whose mail has a link that signs them in once, within 24 hours, and lets them create a passkey. Another name: users of this identity provider, whose mail says that they sign in there.
             * @default local
             * @example local
             */
            identityProvider?: string | null;
            /**
             * Format: int32
             * @description Seconds between the end of a wave and the next one.
             * @default 3600
             */
            intervalSeconds?: number | null;
            /**
             * Format: uri
             * @description Where users go after they have signed in with their link; for users of an identity provider, the link in the mail itself, where their sign-in begins. The rules are those of createMagicLink.
             * @example https://app.example.com/welcome
             */
            redirectUri: string;
            /**
             * @description Only users who have this role; null: all.
             * @default null
             */
            role?: string | null;
            /**
             * Format: int32
             * @description How many users a wave invites.
             * @default 100
             */
            waveSize?: number | null;
        };
        UserInvitationResponse: {
            /** Format: date-time */
            createdAt: string;
            emailDomain: string | null;
            /**
             * Format: date-time
             * @description When it was stopped or completed.
             */
            endedAt: string | null;
            /** @description The number of users whose mail no mail server accepted. */
            failed: number;
            /** Format: uuid */
            id: string;
            identityProvider: string;
            intervalSeconds: number;
            /** @description The number of users who were sent a mail, without those whose mail has failed. */
            invited: number;
            /** Format: uri */
            redirectUri: string;
            role: string | null;
            /** @description The number of invited users who have signed in since. */
            signedIn: number;
            /** @description The number of users who had a way in, were inactive, or had no usable email address when it was their turn. */
            skipped: number;
            /** @enum {string} */
            status: "Running" | "Stopped" | "Completed";
            /** @description The number of users whose turn comes. It grows until all users were looked at. */
            waiting: number;
            waveSize: number;
        };
        UserInvitationSummaryResponse: {
            /** Format: date-time */
            createdAt: string;
            emailDomain: string | null;
            /**
             * Format: date-time
             * @description When it was stopped or completed.
             */
            endedAt: string | null;
            /** Format: uuid */
            id: string;
            identityProvider: string;
            intervalSeconds: number;
            /** Format: uri */
            redirectUri: string;
            role: string | null;
            /** @enum {string} */
            status: "Running" | "Stopped" | "Completed";
            waveSize: number;
        };
        UserRequest: {
            /**
             * @description Other attributes, with the limits of updateUser: with the username and the name at most 150, of 65536 bytes in all as JSON in UTF-8. Standard claims have their names of OpenID Connect.
             * @example {
             *       "email": "jane.doe@example.com",
             *       "email_verified": true,
             *       "department": "Sales"
             *     }
             */
            attributes?: ({
                /**
                 * @description YYYY-MM-DD, 0000-MM-DD without the year, or only YYYY.
                 * @example 0000-12-31
                 */
                birthdate?: string | null;
                /**
                 * @description An addr-spec of RFC 5322 or RFC 6532 that can receive mail: without quotes or an address literal.
                 * @example jane.doe@example.com
                 */
                email?: string | null;
                email_verified?: boolean | null;
                family_name?: string | null;
                gender?: string | null;
                given_name?: string | null;
                /**
                 * @description A language tag, BCP 47.
                 * @example en-US
                 */
                locale?: string | null;
                middle_name?: string | null;
                nickname?: string | null;
                /**
                 * @description E.164.
                 * @example +14255551212
                 */
                phone_number?: string | null;
                phone_number_verified?: boolean | null;
                /**
                 * Format: uri
                 * @example https://example.com/jane
                 */
                picture?: string | null;
                /**
                 * Format: uri
                 * @example https://example.com/jane
                 */
                profile?: string | null;
                /** @description Seconds since 1970-01-01T00:00:00Z. */
                updated_at?: number | null;
                /**
                 * Format: uri
                 * @example https://example.com/jane
                 */
                website?: string | null;
                /**
                 * @description A time zone of the IANA database.
                 * @example Europe/Berlin
                 */
                zoneinfo?: string | null;
            } & {
                [key: string]: (string | number | boolean | unknown[] | Record<string, never>) | null;
            }) | null;
            /**
             * @description The full name. It becomes the attribute name. All attributes together must not exceed 65536 bytes as JSON.
             * @example Jane Doe
             */
            name: string;
            /**
             * @description The username. It is unique in the domain, ignoring case and Unicode form (NFKC). Neither control nor invisible characters (Cf, default ignorable), no space at its beginning or end, and no mix of scripts beyond the level Highly Restrictive of Unicode Technical Standard 39. It becomes the attribute preferred_username.
             * @example jane.doe@example.com
             */
            preferredUsername: string;
            /**
             * @description The subject identifier, as in the service that the user comes from: a UUID, which is stored in lower case, or 1 to 128 unreserved characters of RFC 3986. By default a random UUID. Neither a user nor a client of the domain may have it. Never give it to another person.
             * @example maya.k~7
             */
            sub?: string | null;
        };
        UserResponse: {
            /** @description The subject identifier. It never changes, and is never reassigned. */
            sub: string;
        };
        UserSummaryResponse: {
            /** @description Whether the user may sign in. */
            active: boolean;
            /** @description The types of the credentials that the user has (see listCredentials). */
            credentials: ("Passkey" | "Totp" | "RecoveryCodes")[];
            email: string | null;
            /** @description The identity provider of the user; `local` without one. */
            identityProvider: string;
            /**
             * Format: date-time
             * @description Null if the user has not signed in.
             */
            lastSignInAt: string | null;
            /** @description The full name. */
            name: string | null;
            picture: string | null;
            preferredUsername: string;
            /** @description The subject identifier. It never changes, and is never reassigned. */
            sub: string;
            /**
             * Format: date-time
             * @description Until when no code of the authenticator app is checked, after too many wrong ones; null if codes are checked.
             */
            totpLockedUntil: string | null;
        };
        WebhookDeliveryResponse: {
            /** @description The number of completed attempts. */
            attempts: number;
            /** @description The duration of the last attempt in milliseconds. */
            durationMs: number | null;
            /** @description Why the last attempt failed. */
            error: string | null;
            /** @example user.created */
            eventType: string;
            /**
             * Format: uuid
             * @description The webhook-id of the request.
             */
            id: string;
            /** Format: date-time */
            lastAttemptAt: string | null;
            /** @description The status of the last response; null if there was none. */
            responseStatus: number | null;
            /**
             * @description Retrying: due, or waiting for the next attempt. Failed: not retried.
             * @enum {string}
             */
            status: "Delivered" | "Retrying" | "Failed";
        };
        WebhookRequest: {
            /** @example Billing */
            description?: string | null;
            /**
             * @description Whether events are sent.
             * @default true
             */
            enabled?: boolean | null;
            /**
             * @description The event types to send: names, families such as user.*, or * for all.
             * @default [
             *       "*"
             *     ]
             * @example [
             *       "user.*",
             *       "client.created"
             *     ]
             */
            eventTypes?: ("*" | "api_key.*" | "authenticator_app.*" | "branding.*" | "client.*" | "client.active.*" | "client.authentication.*" | "client.backchannel_logout.*" | "client.claims.*" | "client.grants.*" | "client.presentation.*" | "client.quota.*" | "client.refresh_token.*" | "client.resource.*" | "client.roles.*" | "client.secret.*" | "client.signing.*" | "client_registration.*" | "device.*" | "domain.*" | "domain.sign_in.*" | "domain.signing.*" | "identity_provider.*" | "initial_access_token.*" | "log.*" | "log.checkpoint.*" | "log.head.*" | "log.retention.*" | "magic_link.*" | "mail.*" | "mail_sender.*" | "operator.*" | "passkey.*" | "recovery_code.*" | "resource.*" | "role.*" | "scope.*" | "scope.access_token.*" | "scope.id_token.*" | "session.*" | "sign_up.*" | "signing_key.*" | "ssf_stream.*" | "token.*" | "user.*" | "user.roles.*" | "user_invitation.*" | "webhook.*" | "webhook.secret.*" | "domain.created" | "domain.activated" | "domain.degraded" | "domain.failed" | "domain.verification_restarted" | "domain.exported" | "domain.frozen" | "domain.thawed" | "domain.imported" | "domain.signing.updated" | "domain.sign_in.updated" | "signing_key.rotated" | "signing_key.revoked" | "api_key.created" | "api_key.updated" | "api_key.deleted" | "branding.updated" | "mail.tested" | "mail_sender.updated" | "mail_sender.verified" | "mail_sender.unverified" | "log.retention.updated" | "scope.access_token.updated" | "scope.id_token.updated" | "identity_provider.created" | "identity_provider.updated" | "identity_provider.deleted" | "resource.created" | "resource.updated" | "resource.deleted" | "role.created" | "role.updated" | "role.deleted" | "client_registration.updated" | "initial_access_token.created" | "initial_access_token.used" | "initial_access_token.deleted" | "client.created" | "client.updated" | "client.deleted" | "client.secret.rotated" | "client.secret.deleted" | "client.authentication.updated" | "client.authentication.deleted" | "client.signing.updated" | "client.signing.deleted" | "client.refresh_token.updated" | "client.refresh_token.deleted" | "client.resource.updated" | "client.resource.deleted" | "client.roles.updated" | "client.claims.updated" | "client.claims.deleted" | "client.grants.updated" | "client.grants.deleted" | "client.access_removed" | "client.active.updated" | "client.presentation.updated" | "client.presentation.deleted" | "client.quota.updated" | "client.quota.deleted" | "client.quota.exceeded" | "client.backchannel_logout.updated" | "client.backchannel_logout.deleted" | "client.backchannel_logout.failed" | "client.redirect_uri_refused" | "client.metadata_document_refused" | "token.client_authentication_failed" | "token.exchanged" | "token.asserted" | "token.identity_asserted" | "operator.created" | "operator.updated" | "operator.deleted" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.secret.rotated" | "webhook.replayed" | "webhook.disabled" | "ssf_stream.created" | "ssf_stream.updated" | "ssf_stream.deleted" | "ssf_stream.status_changed" | "ssf_stream.event_refused" | "ssf_stream.event_replayed" | "user_invitation.created" | "user_invitation.stopped" | "user.created" | "user.updated" | "user.invited" | "user.roles.updated" | "user.deleted" | "user.signed_in" | "user.sign_in_failed" | "user.signed_out" | "device.allowed" | "device.denied" | "session.revoked" | "session.assurance_changed" | "sign_up.invited" | "sign_up.revoked" | "sign_up.requested" | "magic_link.created" | "magic_link.requested" | "magic_link.used" | "magic_link.refused" | "passkey.created" | "passkey.deleted" | "passkey.reset" | "authenticator_app.created" | "authenticator_app.deleted" | "recovery_code.created" | "recovery_code.used" | "recovery_code.deleted" | "log.checkpoint.created" | "log.head.accepted" | "log.entries_omitted")[] | null;
            /**
             * Format: uri
             * @description The URL to which events are posted. It must use https and a public address; outside production also http://localhost.
             * @example https://app.example.com/webhook
             */
            url: string;
        };
        WebhookResponse: {
            description: string | null;
            /** @description Why the service disabled the webhook; null otherwise. */
            disabledReason: string | null;
            enabled: boolean;
            eventTypes: string[];
            /** Format: uuid */
            id: string;
            /** @description Verifies the signatures v1a (Ed25519). */
            publicKey: string;
            /** Format: uri */
            url: string;
        };
        WebhookSecretResponse: {
            /** @description Verifies the signatures v1 (HMAC). It is shown only in this response. */
            secret: string;
        };
    };
    responses: never;
    parameters: {
        /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
        IdempotencyKey: string;
        /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
        IfMatch: string;
        /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
        IfNoneMatch: string;
        /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
        RequestId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The methods that the path supports.
         * @example DELETE, GET, HEAD, PUT
         */
        Allow: string;
        /**
         * @description The version of the resource, for If-Match and If-None-Match. Absent for resources without one.
         * @example "2jmj7l5rSw0yVb_vlWAYkK_YBwk"
         */
        ETag: string;
        /**
         * @description How many of them remain (r), and in how many seconds (t) the count begins anew. Absent where the service is run without limits.
         * @example "api-key";r=5999;t=60
         */
        RateLimit: string;
        /**
         * @description How many requests (q) the API key may make in how many seconds (w). Absent where the service is run without limits.
         * @example "api-key";q=6000;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description Seconds to wait for.
         * @example 2
         */
        "Retry-After": number;
        /**
         * @description What to authenticate with.
         * @example ApiKey realm="management", header="x-api-key"
         */
        "WWW-Authenticate": string;
        /**
         * @description Names the request in the logs; the caller's own, if it sent a sane one.
         * @example uPf2-mJmqs2fAtzIH53sPA
         */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listApiKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKeyResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of an API key, not the key itself. */
                apiKeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of an API key, not the key itself. */
                apiKeyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceApiKeyRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of an API key, not the key itself. */
                apiKeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getCaller: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentCallerResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getDeletion: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id in the Location of DELETE /v1/domain/{domain}. */
                deletionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listDomains: {
        parameters: {
            query?: {
                /** @description The maximum number of items; unlimited by default. */
                limit?: number;
                /** @description The number of items to skip. */
                offset?: number;
                /** @description A part of a client id or of the name that a client presents, or of a domain name in its ASCII form, ignoring case. */
                search?: string;
            };
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedDomainResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    registerDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RegisterDomainRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    importDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": ({
                    /** @description The columns of the row */
                    row?: Record<string, never>;
                    /** @description Its encrypted columns: JWE in compact serialization, or null */
                    secrets?: Record<string, never>;
                    /** @description Domain, End, or the kind of the row */
                    type: string;
                } & {
                    [key: string]: unknown;
                })[];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedDomainResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getDomainImportKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferKeyResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainDetailsResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listAccessTokenClaims: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScopeResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceAccessTokenClaims: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScopeRequest"][];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getBranding: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrandingResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceBranding: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BrandingRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listPageTexts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageTextsResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getPageTexts: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                language: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "ar" | "ja";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: string;
                    };
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replacePageTexts: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                language: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "ar" | "ja";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: string;
                };
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deletePageTexts: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                language: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "ar" | "ja";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getDefaultPageTexts: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                language: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "ar" | "ja";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: string;
                    };
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listClients: {
        parameters: {
            query?: {
                /** @description The maximum number of items; unlimited by default. */
                limit?: number;
                /** @description The number of items to skip. */
                offset?: number;
                /** @description A part of a client id or of the name that a client presents, or of a domain name in its ASCII form, ignoring case. */
                search?: string;
            };
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedClientResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getClientRegistration: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientRegistrationResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceClientRegistration: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientRegistrationRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listInitialAccessTokens: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitialAccessTokenResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    createInitialAccessToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InitialAccessTokenRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedInitialAccessTokenResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteInitialAccessToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of an initial access token, not the token itself. */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    provisionClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateClientRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateClientResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. The body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    updateClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchClientRequest"];
                "application/merge-patch+json": components["schemas"]["PatchClientRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getClientActive: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientActiveResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceClientActive: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientActiveRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getClientAuthentication: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The methods by which the client may authenticate: 1 to 10 different ones; none for a Public client. */
                        methods: ({
                            /**
                             * Format: date-time
                             * @description When the client last authenticated with it, accurate to a minute; null if never.
                             */
                            lastUsedAt: string | null;
                            /** @enum {string} */
                            type: "ClientSecret";
                        } | {
                            /** @description Public keys, RFC 7517 section 5. RSA keys must have 2048 to 4096 bits, without leading zeros. Private keys are rejected. */
                            jwks: {
                                keys: (({
                                    /** @enum {string} */
                                    alg?: "ES256";
                                    /** @enum {string} */
                                    crv: "P-256";
                                    key_ops?: "verify"[];
                                    /** @description Unique in the set. */
                                    kid?: string;
                                    /** @enum {string} */
                                    kty: "EC";
                                    /** @enum {string} */
                                    use?: "sig";
                                    x: string;
                                    /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                    x5c?: string[];
                                    y: string;
                                } & {
                                    [key: string]: unknown;
                                }) | ({
                                    /** @enum {string} */
                                    alg?: "EdDSA" | "Ed25519";
                                    /** @enum {string} */
                                    crv: "Ed25519";
                                    key_ops?: "verify"[];
                                    /** @description Unique in the set. */
                                    kid?: string;
                                    /** @enum {string} */
                                    kty: "OKP";
                                    /** @enum {string} */
                                    use?: "sig";
                                    x: string;
                                    /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                    x5c?: string[];
                                } & {
                                    [key: string]: unknown;
                                }) | ({
                                    /** @enum {string} */
                                    alg?: "RS256" | "PS256";
                                    e: string;
                                    key_ops?: "verify"[];
                                    /** @description Unique in the set. */
                                    kid?: string;
                                    /** @enum {string} */
                                    kty: "RSA";
                                    n: string;
                                    /** @enum {string} */
                                    use?: "sig";
                                    /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                    x5c?: string[];
                                } & {
                                    [key: string]: unknown;
                                }))[];
                            } & {
                                [key: string]: unknown;
                            };
                            /**
                             * Format: date-time
                             * @description When the client last authenticated with it, accurate to a minute; null if never.
                             */
                            lastUsedAt: string | null;
                            /** @enum {string} */
                            type: "PrivateKeyJwt";
                        } | {
                            /**
                             * Format: uri
                             * @description The URL of the public keys. It must use https and a public address.
                             */
                            jwksUri: string;
                            /**
                             * Format: date-time
                             * @description When the client last authenticated with it, accurate to a minute; null if never.
                             */
                            lastUsedAt: string | null;
                            /** @enum {string} */
                            type: "PrivateKeyJwt";
                        } | {
                            /**
                             * Format: uri
                             * @description The iss of its tokens.
                             */
                            issuer: string;
                            /**
                             * Format: date-time
                             * @description When the client last authenticated with it, accurate to a minute; null if never.
                             */
                            lastUsedAt: string | null;
                            /** @description The sub of its tokens. Issuer and subject belong to one client of the domain. */
                            subject: string;
                            /** @enum {string} */
                            type: "FederatedJwt";
                        } | {
                            /**
                             * Format: uri
                             * @description The iss of its tokens.
                             */
                            issuer: string;
                            /** @description Public keys, RFC 7517 section 5. RSA keys must have 2048 to 4096 bits, without leading zeros. Private keys are rejected. */
                            jwks: {
                                keys: (({
                                    /** @enum {string} */
                                    alg?: "ES256";
                                    /** @enum {string} */
                                    crv: "P-256";
                                    key_ops?: "verify"[];
                                    /** @description Unique in the set. */
                                    kid?: string;
                                    /** @enum {string} */
                                    kty: "EC";
                                    /** @enum {string} */
                                    use?: "sig";
                                    x: string;
                                    /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                    x5c?: string[];
                                    y: string;
                                } & {
                                    [key: string]: unknown;
                                }) | ({
                                    /** @enum {string} */
                                    alg?: "EdDSA" | "Ed25519";
                                    /** @enum {string} */
                                    crv: "Ed25519";
                                    key_ops?: "verify"[];
                                    /** @description Unique in the set. */
                                    kid?: string;
                                    /** @enum {string} */
                                    kty: "OKP";
                                    /** @enum {string} */
                                    use?: "sig";
                                    x: string;
                                    /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                    x5c?: string[];
                                } & {
                                    [key: string]: unknown;
                                }) | ({
                                    /** @enum {string} */
                                    alg?: "RS256" | "PS256";
                                    e: string;
                                    key_ops?: "verify"[];
                                    /** @description Unique in the set. */
                                    kid?: string;
                                    /** @enum {string} */
                                    kty: "RSA";
                                    n: string;
                                    /** @enum {string} */
                                    use?: "sig";
                                    /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                    x5c?: string[];
                                } & {
                                    [key: string]: unknown;
                                }))[];
                            } & {
                                [key: string]: unknown;
                            };
                            /**
                             * Format: date-time
                             * @description When the client last authenticated with it, accurate to a minute; null if never.
                             */
                            lastUsedAt: string | null;
                            /** @description The sub of its tokens. Issuer and subject belong to one client of the domain. */
                            subject: string;
                            /** @enum {string} */
                            type: "FederatedJwt";
                        } | {
                            /**
                             * Format: uri
                             * @description The iss of its tokens.
                             */
                            issuer: string;
                            /**
                             * Format: uri
                             * @description The URL of the public keys. It must use https and a public address.
                             */
                            jwksUri: string;
                            /**
                             * Format: date-time
                             * @description When the client last authenticated with it, accurate to a minute; null if never.
                             */
                            lastUsedAt: string | null;
                            /** @description The sub of its tokens. Issuer and subject belong to one client of the domain. */
                            subject: string;
                            /** @enum {string} */
                            type: "FederatedJwt";
                        } | {
                            /**
                             * Format: date-time
                             * @description When the client last authenticated with it, accurate to a minute; null if never.
                             */
                            lastUsedAt: string | null;
                            /**
                             * @description The subject of the certificate, a distinguished name of RFC 4514. Escaped bytes are UTF-8; bytes after # are an ASN.1 string of at most 127 bytes.
                             * @example CN=orders,O=Shop
                             */
                            subjectDn: string;
                            /** @enum {string} */
                            type: "TlsClientAuth";
                        } | {
                            /**
                             * Format: date-time
                             * @description When the client last authenticated with it, accurate to a minute; null if never.
                             */
                            lastUsedAt: string | null;
                            sanDns: string;
                            /** @enum {string} */
                            type: "TlsClientAuth";
                        } | {
                            /**
                             * Format: date-time
                             * @description When the client last authenticated with it, accurate to a minute; null if never.
                             */
                            lastUsedAt: string | null;
                            /** Format: uri */
                            sanUri: string;
                            /** @enum {string} */
                            type: "TlsClientAuth";
                        } | {
                            /**
                             * Format: date-time
                             * @description When the client last authenticated with it, accurate to a minute; null if never.
                             */
                            lastUsedAt: string | null;
                            sanEmail: string;
                            /** @enum {string} */
                            type: "TlsClientAuth";
                        } | {
                            /**
                             * Format: date-time
                             * @description When the client last authenticated with it, accurate to a minute; null if never.
                             */
                            lastUsedAt: string | null;
                            /** @description An IPv4 or IPv6 address. */
                            sanIp: string;
                            /** @enum {string} */
                            type: "TlsClientAuth";
                        } | {
                            /** @description Public keys, RFC 7517 section 5. RSA keys must have 2048 to 4096 bits, without leading zeros. Private keys are rejected. */
                            jwks: {
                                keys: (({
                                    /** @enum {string} */
                                    alg?: "ES256";
                                    /** @enum {string} */
                                    crv: "P-256";
                                    key_ops?: "verify"[];
                                    /** @description Unique in the set. */
                                    kid?: string;
                                    /** @enum {string} */
                                    kty: "EC";
                                    /** @enum {string} */
                                    use?: "sig";
                                    x: string;
                                    /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                    x5c?: string[];
                                    y: string;
                                } & {
                                    [key: string]: unknown;
                                }) | ({
                                    /** @enum {string} */
                                    alg?: "ES384";
                                    /** @enum {string} */
                                    crv: "P-384";
                                    key_ops?: "verify"[];
                                    /** @description Unique in the set. */
                                    kid?: string;
                                    /** @enum {string} */
                                    kty: "EC";
                                    /** @enum {string} */
                                    use?: "sig";
                                    x: string;
                                    /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                    x5c?: string[];
                                    y: string;
                                } & {
                                    [key: string]: unknown;
                                }) | ({
                                    /** @enum {string} */
                                    alg?: "ES512";
                                    /** @enum {string} */
                                    crv: "P-521";
                                    key_ops?: "verify"[];
                                    /** @description Unique in the set. */
                                    kid?: string;
                                    /** @enum {string} */
                                    kty: "EC";
                                    /** @enum {string} */
                                    use?: "sig";
                                    x: string;
                                    /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                    x5c?: string[];
                                    y: string;
                                } & {
                                    [key: string]: unknown;
                                }) | ({
                                    /** @enum {string} */
                                    alg?: "EdDSA" | "Ed25519";
                                    /** @enum {string} */
                                    crv: "Ed25519";
                                    key_ops?: "verify"[];
                                    /** @description Unique in the set. */
                                    kid?: string;
                                    /** @enum {string} */
                                    kty: "OKP";
                                    /** @enum {string} */
                                    use?: "sig";
                                    x: string;
                                    /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                    x5c?: string[];
                                } & {
                                    [key: string]: unknown;
                                }) | ({
                                    /** @enum {string} */
                                    alg?: "RS256" | "PS256";
                                    e: string;
                                    key_ops?: "verify"[];
                                    /** @description Unique in the set. */
                                    kid?: string;
                                    /** @enum {string} */
                                    kty: "RSA";
                                    n: string;
                                    /** @enum {string} */
                                    use?: "sig";
                                    /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                    x5c?: string[];
                                } & {
                                    [key: string]: unknown;
                                }))[];
                            } & {
                                [key: string]: unknown;
                            };
                            /**
                             * Format: date-time
                             * @description When the client last authenticated with it, accurate to a minute; null if never.
                             */
                            lastUsedAt: string | null;
                            /** @enum {string} */
                            type: "SelfSignedTlsClientAuth";
                        } | {
                            /**
                             * Format: uri
                             * @description The URL of the public keys. It must use https and a public address.
                             */
                            jwksUri: string;
                            /**
                             * Format: date-time
                             * @description When the client last authenticated with it, accurate to a minute; null if never.
                             */
                            lastUsedAt: string | null;
                            /** @enum {string} */
                            type: "SelfSignedTlsClientAuth";
                        })[];
                        /**
                         * @description FAPI2: the FAPI 2.0 Security Profile. It permits only PrivateKeyJwt, TlsClientAuth and SelfSignedTlsClientAuth. FAPI2MessageSigning: the same, and authorization requests must be signed with a key of PrivateKeyJwt.
                         * @enum {string|null}
                         */
                        profile: "FAPI2" | "FAPI2MessageSigning" | null;
                        /**
                         * @description What its access tokens must be bound to; null: to the key that a request proves, if any.
                         * @enum {string|null}
                         */
                        senderConstraint: "DPoP" | "MutualTLS" | null;
                    };
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceClientAuthentication: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The methods by which the client may authenticate: 1 to 10 different ones; none for a Public client. */
                    methods: ({
                        /**
                         * Format: date-time
                         * @description When the client last authenticated with it, accurate to a minute; null if never.
                         */
                        readonly lastUsedAt?: string | null;
                        /** @enum {string} */
                        type: "ClientSecret";
                    } | {
                        /** @description Public keys, RFC 7517 section 5. RSA keys must have 2048 to 4096 bits, without leading zeros. Private keys are rejected. */
                        jwks: {
                            keys: (({
                                /** @enum {string} */
                                alg?: "ES256";
                                /** @enum {string} */
                                crv: "P-256";
                                key_ops?: "verify"[];
                                /** @description Unique in the set. */
                                kid?: string;
                                /** @enum {string} */
                                kty: "EC";
                                /** @enum {string} */
                                use?: "sig";
                                x: string;
                                /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                x5c?: string[];
                                y: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /** @enum {string} */
                                alg?: "EdDSA" | "Ed25519";
                                /** @enum {string} */
                                crv: "Ed25519";
                                key_ops?: "verify"[];
                                /** @description Unique in the set. */
                                kid?: string;
                                /** @enum {string} */
                                kty: "OKP";
                                /** @enum {string} */
                                use?: "sig";
                                x: string;
                                /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                x5c?: string[];
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /** @enum {string} */
                                alg?: "RS256" | "PS256";
                                e: string;
                                key_ops?: "verify"[];
                                /** @description Unique in the set. */
                                kid?: string;
                                /** @enum {string} */
                                kty: "RSA";
                                n: string;
                                /** @enum {string} */
                                use?: "sig";
                                /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                x5c?: string[];
                            } & {
                                [key: string]: unknown;
                            }))[];
                        } & {
                            [key: string]: unknown;
                        };
                        /**
                         * Format: date-time
                         * @description When the client last authenticated with it, accurate to a minute; null if never.
                         */
                        readonly lastUsedAt?: string | null;
                        /** @enum {string} */
                        type: "PrivateKeyJwt";
                    } | {
                        /**
                         * Format: uri
                         * @description The URL of the public keys. It must use https and a public address.
                         */
                        jwksUri: string;
                        /**
                         * Format: date-time
                         * @description When the client last authenticated with it, accurate to a minute; null if never.
                         */
                        readonly lastUsedAt?: string | null;
                        /** @enum {string} */
                        type: "PrivateKeyJwt";
                    } | {
                        /**
                         * Format: uri
                         * @description The iss of its tokens.
                         */
                        issuer: string;
                        /**
                         * Format: date-time
                         * @description When the client last authenticated with it, accurate to a minute; null if never.
                         */
                        readonly lastUsedAt?: string | null;
                        /** @description The sub of its tokens. Issuer and subject belong to one client of the domain. */
                        subject: string;
                        /** @enum {string} */
                        type: "FederatedJwt";
                    } | {
                        /**
                         * Format: uri
                         * @description The iss of its tokens.
                         */
                        issuer: string;
                        /** @description Public keys, RFC 7517 section 5. RSA keys must have 2048 to 4096 bits, without leading zeros. Private keys are rejected. */
                        jwks: {
                            keys: (({
                                /** @enum {string} */
                                alg?: "ES256";
                                /** @enum {string} */
                                crv: "P-256";
                                key_ops?: "verify"[];
                                /** @description Unique in the set. */
                                kid?: string;
                                /** @enum {string} */
                                kty: "EC";
                                /** @enum {string} */
                                use?: "sig";
                                x: string;
                                /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                x5c?: string[];
                                y: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /** @enum {string} */
                                alg?: "EdDSA" | "Ed25519";
                                /** @enum {string} */
                                crv: "Ed25519";
                                key_ops?: "verify"[];
                                /** @description Unique in the set. */
                                kid?: string;
                                /** @enum {string} */
                                kty: "OKP";
                                /** @enum {string} */
                                use?: "sig";
                                x: string;
                                /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                x5c?: string[];
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /** @enum {string} */
                                alg?: "RS256" | "PS256";
                                e: string;
                                key_ops?: "verify"[];
                                /** @description Unique in the set. */
                                kid?: string;
                                /** @enum {string} */
                                kty: "RSA";
                                n: string;
                                /** @enum {string} */
                                use?: "sig";
                                /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                x5c?: string[];
                            } & {
                                [key: string]: unknown;
                            }))[];
                        } & {
                            [key: string]: unknown;
                        };
                        /**
                         * Format: date-time
                         * @description When the client last authenticated with it, accurate to a minute; null if never.
                         */
                        readonly lastUsedAt?: string | null;
                        /** @description The sub of its tokens. Issuer and subject belong to one client of the domain. */
                        subject: string;
                        /** @enum {string} */
                        type: "FederatedJwt";
                    } | {
                        /**
                         * Format: uri
                         * @description The iss of its tokens.
                         */
                        issuer: string;
                        /**
                         * Format: uri
                         * @description The URL of the public keys. It must use https and a public address.
                         */
                        jwksUri: string;
                        /**
                         * Format: date-time
                         * @description When the client last authenticated with it, accurate to a minute; null if never.
                         */
                        readonly lastUsedAt?: string | null;
                        /** @description The sub of its tokens. Issuer and subject belong to one client of the domain. */
                        subject: string;
                        /** @enum {string} */
                        type: "FederatedJwt";
                    } | {
                        /**
                         * Format: date-time
                         * @description When the client last authenticated with it, accurate to a minute; null if never.
                         */
                        readonly lastUsedAt?: string | null;
                        /**
                         * @description The subject of the certificate, a distinguished name of RFC 4514. Escaped bytes are UTF-8; bytes after # are an ASN.1 string of at most 127 bytes.
                         * @example CN=orders,O=Shop
                         */
                        subjectDn: string;
                        /** @enum {string} */
                        type: "TlsClientAuth";
                    } | {
                        /**
                         * Format: date-time
                         * @description When the client last authenticated with it, accurate to a minute; null if never.
                         */
                        readonly lastUsedAt?: string | null;
                        sanDns: string;
                        /** @enum {string} */
                        type: "TlsClientAuth";
                    } | {
                        /**
                         * Format: date-time
                         * @description When the client last authenticated with it, accurate to a minute; null if never.
                         */
                        readonly lastUsedAt?: string | null;
                        /** Format: uri */
                        sanUri: string;
                        /** @enum {string} */
                        type: "TlsClientAuth";
                    } | {
                        /**
                         * Format: date-time
                         * @description When the client last authenticated with it, accurate to a minute; null if never.
                         */
                        readonly lastUsedAt?: string | null;
                        sanEmail: string;
                        /** @enum {string} */
                        type: "TlsClientAuth";
                    } | {
                        /**
                         * Format: date-time
                         * @description When the client last authenticated with it, accurate to a minute; null if never.
                         */
                        readonly lastUsedAt?: string | null;
                        /** @description An IPv4 or IPv6 address. */
                        sanIp: string;
                        /** @enum {string} */
                        type: "TlsClientAuth";
                    } | {
                        /** @description Public keys, RFC 7517 section 5. RSA keys must have 2048 to 4096 bits, without leading zeros. Private keys are rejected. */
                        jwks: {
                            keys: (({
                                /** @enum {string} */
                                alg?: "ES256";
                                /** @enum {string} */
                                crv: "P-256";
                                key_ops?: "verify"[];
                                /** @description Unique in the set. */
                                kid?: string;
                                /** @enum {string} */
                                kty: "EC";
                                /** @enum {string} */
                                use?: "sig";
                                x: string;
                                /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                x5c?: string[];
                                y: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /** @enum {string} */
                                alg?: "ES384";
                                /** @enum {string} */
                                crv: "P-384";
                                key_ops?: "verify"[];
                                /** @description Unique in the set. */
                                kid?: string;
                                /** @enum {string} */
                                kty: "EC";
                                /** @enum {string} */
                                use?: "sig";
                                x: string;
                                /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                x5c?: string[];
                                y: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /** @enum {string} */
                                alg?: "ES512";
                                /** @enum {string} */
                                crv: "P-521";
                                key_ops?: "verify"[];
                                /** @description Unique in the set. */
                                kid?: string;
                                /** @enum {string} */
                                kty: "EC";
                                /** @enum {string} */
                                use?: "sig";
                                x: string;
                                /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                x5c?: string[];
                                y: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /** @enum {string} */
                                alg?: "EdDSA" | "Ed25519";
                                /** @enum {string} */
                                crv: "Ed25519";
                                key_ops?: "verify"[];
                                /** @description Unique in the set. */
                                kid?: string;
                                /** @enum {string} */
                                kty: "OKP";
                                /** @enum {string} */
                                use?: "sig";
                                x: string;
                                /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                x5c?: string[];
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /** @enum {string} */
                                alg?: "RS256" | "PS256";
                                e: string;
                                key_ops?: "verify"[];
                                /** @description Unique in the set. */
                                kid?: string;
                                /** @enum {string} */
                                kty: "RSA";
                                n: string;
                                /** @enum {string} */
                                use?: "sig";
                                /** @description RFC 7517 section 4.7: the first certificate has this key. */
                                x5c?: string[];
                            } & {
                                [key: string]: unknown;
                            }))[];
                        } & {
                            [key: string]: unknown;
                        };
                        /**
                         * Format: date-time
                         * @description When the client last authenticated with it, accurate to a minute; null if never.
                         */
                        readonly lastUsedAt?: string | null;
                        /** @enum {string} */
                        type: "SelfSignedTlsClientAuth";
                    } | {
                        /**
                         * Format: uri
                         * @description The URL of the public keys. It must use https and a public address.
                         */
                        jwksUri: string;
                        /**
                         * Format: date-time
                         * @description When the client last authenticated with it, accurate to a minute; null if never.
                         */
                        readonly lastUsedAt?: string | null;
                        /** @enum {string} */
                        type: "SelfSignedTlsClientAuth";
                    })[];
                    /**
                     * @description FAPI2: the FAPI 2.0 Security Profile. It permits only PrivateKeyJwt, TlsClientAuth and SelfSignedTlsClientAuth. FAPI2MessageSigning: the same, and authorization requests must be signed with a key of PrivateKeyJwt.
                     * @enum {string|null}
                     */
                    profile?: "FAPI2" | "FAPI2MessageSigning" | null;
                    /**
                     * @description What its access tokens must be bound to; null: to the key that a request proves, if any.
                     * @enum {string|null}
                     */
                    senderConstraint?: "DPoP" | "MutualTLS" | null;
                };
            };
        };
        responses: {
            /** @description Created. The body is empty. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Replaced. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteClientAuthentication: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getBackchannelLogout: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackchannelLogoutResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceBackchannelLogout: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BackchannelLogoutRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteBackchannelLogout: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getClientClaims: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientClaimsResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceClientClaims: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientClaimsRequest"];
            };
        };
        responses: {
            /** @description Created. The body is empty. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Replaced. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteClientClaims: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getClientGrants: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientGrantsResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceClientGrants: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientGrantsRequest"];
            };
        };
        responses: {
            /** @description Created. The body is empty. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Replaced. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteClientGrants: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getClientPresentation: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientPresentationResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceClientPresentation: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientPresentationRequest"];
            };
        };
        responses: {
            /** @description Created. The body is empty. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Replaced. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteClientPresentation: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getClientQuota: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientQuotaResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceClientQuota: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientQuotaRequest"];
            };
        };
        responses: {
            /** @description Created. The body is empty. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Replaced. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteClientQuota: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getClientRefreshToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientRefreshTokenResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceClientRefreshToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientRefreshTokenRequest"];
            };
        };
        responses: {
            /** @description Created. The body is empty. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Replaced. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteClientRefreshToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listClientResources: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedClientResourceResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getClientResource: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The domain's id for the resource. It never changes. */
                resourceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientResourceResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceClientResource: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The domain's id for the resource. It never changes. */
                resourceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientResourceRequest"];
            };
        };
        responses: {
            /** @description Created. The body is empty. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Replaced. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteClientResource: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The domain's id for the resource. It never changes. */
                resourceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getClientRoles: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceClientRoles: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": string[];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listClientSecrets: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSecretResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    addClientSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddSecretRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddSecretResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteClientSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of a secret, from the list. */
                secretId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getClientSigning: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSigningResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceClientSigning: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientSigningRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteClientSigning: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The client_id, RFC 6749 section 2.2. */
                clientId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getConfiguration: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationDocument"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    applyConfiguration: {
        parameters: {
            query?: {
                /** @description true: only say what would change. Defaults to false. */
                dryRun?: "true" | "false";
            };
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfigurationDocument"];
                "application/yaml": components["schemas"]["ConfigurationDocument"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppliedConfigurationResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getErasure: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The subject identifier of a user who was deleted. */
                sub: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    exportDomain: {
        parameters: {
            query: {
                /** @description The public key of the receiver: the answer of GET /v1/domain-import/key there, as JSON in base64url. */
                key: string;
            };
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": ({
                        /** @description The columns of the row */
                        row?: Record<string, never>;
                        /** @description Its encrypted columns: JWE in compact serialization, or null */
                        secrets?: Record<string, never>;
                        /** @description Domain, End, or the kind of the row */
                        type: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    freezeDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    thawDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listIdTokenClaims: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScopeResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceIdTokenClaims: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScopeRequest"][];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of an invitation. */
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listLog: {
        parameters: {
            query?: {
                /** @description Entries caused by the API key with this id, or by the user with this sub. */
                actor?: string;
                /** @description Entries after this sequence number. */
                after?: string;
                /** @description Entries about this client. */
                client?: string;
                /** @description Where the previous page ended, from its Link header. */
                cursor?: string;
                /** @description Entries at or after this time. */
                from?: string;
                limit?: number;
                /** @description Entries of the request with this X-Request-Id. */
                requestId?: string;
                /** @description Entries before this time. */
                to?: string;
                /** @description Entries of these types; `user.*` selects all types of a family. Can be repeated. */
                type?: ("domain.created" | "domain.activated" | "domain.degraded" | "domain.failed" | "domain.verification_restarted" | "domain.exported" | "domain.frozen" | "domain.thawed" | "domain.imported" | "domain.signing.updated" | "domain.sign_in.updated" | "signing_key.rotated" | "signing_key.revoked" | "api_key.created" | "api_key.updated" | "api_key.deleted" | "branding.updated" | "mail.tested" | "mail_sender.updated" | "mail_sender.verified" | "mail_sender.unverified" | "log.retention.updated" | "scope.access_token.updated" | "scope.id_token.updated" | "identity_provider.created" | "identity_provider.updated" | "identity_provider.deleted" | "resource.created" | "resource.updated" | "resource.deleted" | "role.created" | "role.updated" | "role.deleted" | "client_registration.updated" | "initial_access_token.created" | "initial_access_token.used" | "initial_access_token.deleted" | "client.created" | "client.updated" | "client.deleted" | "client.secret.rotated" | "client.secret.deleted" | "client.authentication.updated" | "client.authentication.deleted" | "client.signing.updated" | "client.signing.deleted" | "client.refresh_token.updated" | "client.refresh_token.deleted" | "client.resource.updated" | "client.resource.deleted" | "client.roles.updated" | "client.claims.updated" | "client.claims.deleted" | "client.grants.updated" | "client.grants.deleted" | "client.access_removed" | "client.active.updated" | "client.presentation.updated" | "client.presentation.deleted" | "client.quota.updated" | "client.quota.deleted" | "client.quota.exceeded" | "client.backchannel_logout.updated" | "client.backchannel_logout.deleted" | "client.backchannel_logout.failed" | "client.redirect_uri_refused" | "client.metadata_document_refused" | "token.client_authentication_failed" | "token.exchanged" | "token.asserted" | "token.identity_asserted" | "operator.created" | "operator.updated" | "operator.deleted" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.secret.rotated" | "webhook.replayed" | "webhook.disabled" | "ssf_stream.created" | "ssf_stream.updated" | "ssf_stream.deleted" | "ssf_stream.status_changed" | "ssf_stream.event_refused" | "ssf_stream.event_replayed" | "user_invitation.created" | "user_invitation.stopped" | "user.created" | "user.updated" | "user.invited" | "user.roles.updated" | "user.deleted" | "user.signed_in" | "user.sign_in_failed" | "user.signed_out" | "device.allowed" | "device.denied" | "session.revoked" | "session.assurance_changed" | "sign_up.invited" | "sign_up.revoked" | "sign_up.requested" | "magic_link.created" | "magic_link.requested" | "magic_link.used" | "magic_link.refused" | "passkey.created" | "passkey.deleted" | "passkey.reset" | "authenticator_app.created" | "authenticator_app.deleted" | "recovery_code.created" | "recovery_code.used" | "recovery_code.deleted" | "log.checkpoint.created" | "log.head.accepted" | "log.entries_omitted" | "api_key.*" | "authenticator_app.*" | "branding.*" | "client.*" | "client.active.*" | "client.authentication.*" | "client.backchannel_logout.*" | "client.claims.*" | "client.grants.*" | "client.presentation.*" | "client.quota.*" | "client.refresh_token.*" | "client.resource.*" | "client.roles.*" | "client.secret.*" | "client.signing.*" | "client_registration.*" | "device.*" | "domain.*" | "domain.sign_in.*" | "domain.signing.*" | "identity_provider.*" | "initial_access_token.*" | "log.*" | "log.checkpoint.*" | "log.head.*" | "log.retention.*" | "magic_link.*" | "mail.*" | "mail_sender.*" | "operator.*" | "passkey.*" | "recovery_code.*" | "resource.*" | "role.*" | "scope.*" | "scope.access_token.*" | "scope.id_token.*" | "session.*" | "sign_up.*" | "signing_key.*" | "ssf_stream.*" | "token.*" | "user.*" | "user.roles.*" | "user_invitation.*" | "webhook.*" | "webhook.secret.*")[];
                /** @description Entries about the user with this sub. */
                user?: string;
            };
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogEntryResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getLogRetention: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogRetentionResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceLogRetention: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogRetentionRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    previewMail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailPreviewRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailPreviewResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getMailSender: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailSenderResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceMailSender: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailSenderRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    verifyMailSender: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderVerificationResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    testMail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailTestRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailTestResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listIdentityProviders: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProviderResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getIdentityProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The domain's name for the identity provider; any name except local. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProviderResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    provisionIdentityProvider: {
        parameters: {
            query?: {
                /** @description true: only check whether users could sign in with it, also while it is disabled, and store nothing. Defaults to false. */
                dryRun?: "true" | "false";
                /** @description true: give the domain a new key at a SAML identity provider. The former one still decrypts assertions, until the next rotation. Defaults to false. */
                rotateKey?: "true" | "false";
            };
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The domain's name for the identity provider; any name except local. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityProviderRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProviderResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteIdentityProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The domain's name for the identity provider; any name except local. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listResources: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedResourceResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getResource: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The domain's id for the resource. It never changes. */
                resourceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    provisionResource: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The domain's id for the resource. It never changes. */
                resourceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResourceRequest"];
            };
        };
        responses: {
            /** @description Created. The body is empty. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Replaced. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteResource: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The domain's id for the resource. It never changes. */
                resourceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listRoles: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedRoleResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The name of the role, as the claim roles shows it. It never changes. */
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    provisionRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The name of the role, as the claim roles shows it. It never changes. */
                role: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleRequest"];
            };
        };
        responses: {
            /** @description Created. The body is empty. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Replaced. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The name of the role, as the claim roles shows it. It never changes. */
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getSignIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceSignIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listSignalStreams: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignalStreamResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getSignalStream: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of a stream. */
                streamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignalStreamResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteSignalStream: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of a stream. */
                streamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceSignalStreamAuthorization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of a stream. */
                streamId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PushAuthorizationRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listSignalDeliveries: {
        parameters: {
            query?: {
                /** @description The id of a delivery: only those before it. The last of a page leads to the next one. */
                before?: string;
                /** @description Only these; Failed: those that are not retried. */
                status?: "Delivered" | "Retrying" | "Failed";
            };
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of a stream. */
                streamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignalDeliveryResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getSignalDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of a delivery. */
                deliveryId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of a stream. */
                streamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignalDeliveryDetailsResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaySignalDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of a delivery. */
                deliveryId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of a stream. */
                streamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getSignalStreamStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of a stream. */
                streamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignalStreamStatusResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceSignalStreamStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of a stream. */
                streamId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignalStreamStatusRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    verifySignalStream: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of a stream. */
                streamId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getDomainSigning: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainSigningResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceDomainSigning: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainSigningRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listUsage: {
        parameters: {
            query?: {
                /** @description The first day in UTC, not after to. Defaults to the 29th day before the last one. */
                from?: string;
                /** @description The last day in UTC, at most 91 days after from. Defaults to today. */
                to?: string;
            };
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DailyUsageResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Only for NDJSON: users after the one with this sub, which is that of the last line received. The user may be gone. */
                after?: string;
                /** @description Exactly this value of the attribute NAME: a string, or the text of a number, `true` or `false`. At most 10 attributes, all of which must match. */
                "attribute.NAME"?: string;
                /** @description Exactly this identity provider; `local` for the domain's own users. */
                identityprovider?: string;
                limit?: number;
                /** @description The number of items to skip. */
                offset?: number;
                /** @description A part of the username or of the email address, ignoring case and Unicode form (NFKC). */
                search?: string;
            };
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSummaryResponse"][];
                    "application/x-ndjson": ({
                        /** @description Whether the user may sign in. */
                        active: boolean;
                        /**
                         * @description YYYY-MM-DD, 0000-MM-DD without the year, or only YYYY.
                         * @example 0000-12-31
                         */
                        birthdate?: string;
                        /** Format: date-time */
                        createdAt: string;
                        /**
                         * @description An addr-spec of RFC 5322 or RFC 6532 that can receive mail: without quotes or an address literal.
                         * @example jane.doe@example.com
                         */
                        email?: string;
                        email_verified?: boolean;
                        family_name?: string;
                        gender?: string;
                        given_name?: string;
                        /** @example local */
                        identityProvider: string;
                        /**
                         * Format: date-time
                         * @description Null if the user has not signed in.
                         */
                        lastSignInAt: string | null;
                        /**
                         * @description A language tag, BCP 47.
                         * @example en-US
                         */
                        locale?: string;
                        middle_name?: string;
                        name?: string;
                        nickname?: string;
                        /**
                         * @description E.164.
                         * @example +14255551212
                         */
                        phone_number?: string;
                        phone_number_verified?: boolean;
                        /**
                         * Format: uri
                         * @example https://example.com/jane
                         */
                        picture?: string;
                        /** @example jane.doe@example.com */
                        preferred_username: string;
                        /**
                         * Format: uri
                         * @example https://example.com/jane
                         */
                        profile?: string;
                        sub: string;
                        /** @description Seconds since 1970-01-01T00:00:00Z. */
                        updated_at?: number;
                        /**
                         * Format: uri
                         * @example https://example.com/jane
                         */
                        website?: string;
                        /**
                         * @description A time zone of the IANA database.
                         * @example Europe/Berlin
                         */
                        zoneinfo?: string;
                    } & {
                        [key: string]: string | number | boolean | unknown[] | Record<string, never>;
                    })[];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listUserImports: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentifiedUserImportResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    importUsers: {
        parameters: {
            query?: {
                /** @description true: only find errors. Defaults to false. */
                dryRun?: "true" | "false";
            };
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": components["schemas"]["UserImportLineRequest"][];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentifiedUserImportResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getUserImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of an import. */
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserImportResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteUserImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of an import. */
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listUserInvitations: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserInvitationSummaryResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    inviteUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserInvitationRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserInvitationResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getUserInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of an invitation. */
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserInvitationResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    stopUserInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of an invitation. */
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserInvitationResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The subject identifier of a user. */
                sub: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the user may sign in. */
                        active: boolean;
                        /**
                         * @description YYYY-MM-DD, 0000-MM-DD without the year, or only YYYY.
                         * @example 0000-12-31
                         */
                        birthdate?: string;
                        /** Format: date-time */
                        createdAt: string;
                        /**
                         * @description An addr-spec of RFC 5322 or RFC 6532 that can receive mail: without quotes or an address literal.
                         * @example jane.doe@example.com
                         */
                        email?: string;
                        email_verified?: boolean;
                        family_name?: string;
                        gender?: string;
                        given_name?: string;
                        /** @example local */
                        identityProvider: string;
                        /**
                         * Format: date-time
                         * @description Null if the user has not signed in.
                         */
                        lastSignInAt: string | null;
                        /**
                         * @description A language tag, BCP 47.
                         * @example en-US
                         */
                        locale?: string;
                        middle_name?: string;
                        name?: string;
                        nickname?: string;
                        /**
                         * @description E.164.
                         * @example +14255551212
                         */
                        phone_number?: string;
                        phone_number_verified?: boolean;
                        /**
                         * Format: uri
                         * @example https://example.com/jane
                         */
                        picture?: string;
                        /** @example jane.doe@example.com */
                        preferred_username: string;
                        /**
                         * Format: uri
                         * @example https://example.com/jane
                         */
                        profile?: string;
                        sub: string;
                        /** @description Seconds since 1970-01-01T00:00:00Z. */
                        updated_at?: number;
                        /**
                         * Format: uri
                         * @example https://example.com/jane
                         */
                        website?: string;
                        /**
                         * @description A time zone of the IANA database.
                         * @example Europe/Berlin
                         */
                        zoneinfo?: string;
                    } & {
                        [key: string]: string | number | boolean | unknown[] | Record<string, never>;
                    };
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The subject identifier of a user. */
                sub: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The subject identifier of a user. */
                sub: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether the user may sign in. */
                    active?: boolean;
                    /**
                     * @description YYYY-MM-DD, 0000-MM-DD without the year, or only YYYY.
                     * @example 0000-12-31
                     */
                    birthdate?: string | null;
                    /**
                     * @description An addr-spec of RFC 5322 or RFC 6532 that can receive mail: without quotes or an address literal.
                     * @example jane.doe@example.com
                     */
                    email?: string | null;
                    email_verified?: boolean | null;
                    family_name?: string | null;
                    gender?: string | null;
                    given_name?: string | null;
                    /**
                     * @description A language tag, BCP 47.
                     * @example en-US
                     */
                    locale?: string | null;
                    middle_name?: string | null;
                    name?: string | null;
                    nickname?: string | null;
                    /**
                     * @description E.164.
                     * @example +14255551212
                     */
                    phone_number?: string | null;
                    phone_number_verified?: boolean | null;
                    /**
                     * Format: uri
                     * @example https://example.com/jane
                     */
                    picture?: string | null;
                    /**
                     * @description Neither control nor invisible characters (Cf, default ignorable), no space at its beginning or end, and no mix of scripts beyond the level Highly Restrictive of Unicode Technical Standard 39.
                     * @example jane.doe@example.com
                     */
                    preferred_username?: string;
                    /**
                     * Format: uri
                     * @example https://example.com/jane
                     */
                    profile?: string | null;
                    /** @description Seconds since 1970-01-01T00:00:00Z. */
                    updated_at?: number | null;
                    /**
                     * Format: uri
                     * @example https://example.com/jane
                     */
                    website?: string | null;
                    /**
                     * @description A time zone of the IANA database.
                     * @example Europe/Berlin
                     */
                    zoneinfo?: string | null;
                } & {
                    [key: string]: ((string | number | boolean | unknown[] | Record<string, never>) | null) | null;
                };
                "application/merge-patch+json": {
                    /** @description Whether the user may sign in. */
                    active?: boolean;
                    /**
                     * @description YYYY-MM-DD, 0000-MM-DD without the year, or only YYYY.
                     * @example 0000-12-31
                     */
                    birthdate?: string | null;
                    /**
                     * @description An addr-spec of RFC 5322 or RFC 6532 that can receive mail: without quotes or an address literal.
                     * @example jane.doe@example.com
                     */
                    email?: string | null;
                    email_verified?: boolean | null;
                    family_name?: string | null;
                    gender?: string | null;
                    given_name?: string | null;
                    /**
                     * @description A language tag, BCP 47.
                     * @example en-US
                     */
                    locale?: string | null;
                    middle_name?: string | null;
                    name?: string | null;
                    nickname?: string | null;
                    /**
                     * @description E.164.
                     * @example +14255551212
                     */
                    phone_number?: string | null;
                    phone_number_verified?: boolean | null;
                    /**
                     * Format: uri
                     * @example https://example.com/jane
                     */
                    picture?: string | null;
                    /**
                     * @description Neither control nor invisible characters (Cf, default ignorable), no space at its beginning or end, and no mix of scripts beyond the level Highly Restrictive of Unicode Technical Standard 39.
                     * @example jane.doe@example.com
                     */
                    preferred_username?: string;
                    /**
                     * Format: uri
                     * @example https://example.com/jane
                     */
                    profile?: string | null;
                    /** @description Seconds since 1970-01-01T00:00:00Z. */
                    updated_at?: number | null;
                    /**
                     * Format: uri
                     * @example https://example.com/jane
                     */
                    website?: string | null;
                    /**
                     * @description A time zone of the IANA database.
                     * @example Europe/Berlin
                     */
                    zoneinfo?: string | null;
                } & {
                    [key: string]: ((string | number | boolean | unknown[] | Record<string, never>) | null) | null;
                };
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listUserCredentials: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The subject identifier of a user. */
                sub: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteUserCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of a credential in the list. */
                credentialId: string;
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The subject identifier of a user. */
                sub: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    exportUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The subject identifier of a user. */
                sub: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        activity: {
                            [key: string]: unknown;
                        }[];
                        agents: {
                            [key: string]: unknown;
                        }[];
                        applications: {
                            [key: string]: unknown;
                        }[];
                        authenticatorApps: {
                            [key: string]: unknown;
                        }[];
                        domain: string;
                        /** Format: date-time */
                        exportedAt: string;
                        identityProviderSignIns: {
                            [key: string]: unknown;
                        }[];
                        importedLines: {
                            [key: string]: unknown;
                        }[];
                        invitations: {
                            [key: string]: unknown;
                        }[];
                        log: {
                            [key: string]: unknown;
                        }[];
                        logoutNotices: {
                            [key: string]: unknown;
                        }[];
                        magicLinks: {
                            [key: string]: unknown;
                        }[];
                        messages: {
                            [key: string]: unknown;
                        }[];
                        passkeyChallenges: {
                            [key: string]: unknown;
                        }[];
                        passkeys: {
                            [key: string]: unknown;
                        }[];
                        profile: {
                            [key: string]: unknown;
                        }[];
                        recoveryCodes: {
                            [key: string]: unknown;
                        }[];
                        roles: {
                            [key: string]: unknown;
                        }[];
                        sessions: {
                            [key: string]: unknown;
                        }[];
                        signInsInProgress: {
                            [key: string]: unknown;
                        }[];
                        sub: string;
                        tokens: {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    createMagicLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The subject identifier of a user. */
                sub: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MagicLinkRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MagicLinkResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getUserRoles: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The subject identifier of a user. */
                sub: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceUserRoles: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The subject identifier of a user. */
                sub: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": string[];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listUserSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The subject identifier of a user. */
                sub: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteUserSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The subject identifier of a user. */
                sub: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteUserSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of a session in the list. */
                sessionId: string;
                /** @description The subject identifier of a user. */
                sub: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    verifyDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainDetailsResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of a webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of a webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceWebhookRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of a webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only these; Failed: those that are not retried. */
                status?: "Delivered" | "Retrying" | "Failed";
            };
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of a webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replayWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of a webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of a webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name of a domain of your subscription. */
                domain: string;
                /** @description The id of a webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listOperators: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedOperatorResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The subscription's id for the operator. It never changes. */
                operatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    provisionOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The subscription's id for the operator. It never changes. */
                operatorId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorRequest"];
            };
        };
        responses: {
            /** @description Created. The body is empty. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Replaced. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The subscription's id for the operator. It never changes. */
                operatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listReceiptKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiptKeysResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listSubscriptions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionResponse"][];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    createSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key runs once, and gets the same response for 24 hours. Preferably a UUID. At most 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedSubscriptionResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of a subscription. */
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of a subscription. */
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getSubscriptionQuota: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of a subscription. */
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionQuotaResponse"];
                };
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceSubscriptionQuota: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETags: the change applies only if the resource currently has one of them. *: only if it exists. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description ETags that the caller has: a GET of one resource is answered with 304 if one of them is current; a list has no ETag. * in a PUT creates, but never replaces. A document that shows its defaults because nothing was stored counts as missing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Identifies the request in the logs: at most 128 letters, digits and . _ -. Any other value is replaced. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The id of a subscription. */
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionQuotaRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457) */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
}
