SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;

CREATE FUNCTION public.end_user_terms(domain_id uuid, block integer, identity_provider text, search_text text) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE COST 10000 PARALLEL SAFE
    AS $$
      DECLARE
        terms text[] := ARRAY[domain_id || '/' || block, 'provider:' || identity_provider];
        one text;
        two text := '';
        three text := '';
      BEGIN
        FOREACH one IN ARRAY string_to_array(search_text, NULL) LOOP
          terms := terms || ARRAY[one, two || one, three || one];
          three := two || one;
          two := one;
        END LOOP;
        RETURN terms;
      END $$;

CREATE TABLE public.api_key (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    subscription_id uuid NOT NULL,
    name text NOT NULL,
    hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    role text DEFAULT 'admin'::text NOT NULL,
    expires_at timestamp with time zone,
    last_used_at timestamp with time zone,
    CONSTRAINT api_key_role CHECK ((role = ANY (ARRAY['admin'::text, 'read-only'::text])))
);

CREATE TABLE public.backchannel_logout (
    domain_id uuid NOT NULL,
    client_id text NOT NULL,
    uri text NOT NULL,
    session_required boolean NOT NULL
);

CREATE TABLE public.branding (
    domain_id uuid NOT NULL,
    name text,
    logo_url text,
    accent_color text
);

CREATE SEQUENCE public.revision
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.client (
    domain_id uuid NOT NULL,
    client_id text NOT NULL,
    client_type text NOT NULL,
    grant_type text NOT NULL,
    scope text NOT NULL,
    audiences text[],
    redirect_uris text[],
    post_sign_out_redirect_uris text[],
    allow_local_login boolean,
    providers text[],
    policies text[],
    allowed_origins text[],
    access_token_expiry integer,
    id_token_expiry integer,
    refresh_token_expiry integer,
    revision bigint DEFAULT nextval('public.revision'::regclass) NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    updated_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT client_client_type CHECK ((client_type = ANY (ARRAY['Public'::text, 'Confidential'::text]))),
    CONSTRAINT client_grant_type CHECK ((grant_type = ANY (ARRAY['AuthorizationCode'::text, 'ClientCredentials'::text])))
);

CREATE TABLE public.client_secret (
    domain_id uuid NOT NULL,
    client_id text NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    expires_at timestamp with time zone
);

CREATE TABLE public.client_secret_use (
    domain_id uuid NOT NULL,
    client_id text NOT NULL,
    secret_id uuid NOT NULL,
    last_used_at timestamp with time zone NOT NULL
);

CREATE TABLE public.dns_attempt (
    owner uuid NOT NULL,
    begun_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    name text NOT NULL,
    is_unanswered boolean DEFAULT false NOT NULL,
    next_look_at timestamp with time zone NOT NULL
);

CREATE TABLE public.domain (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    subscription_id uuid NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    status text NOT NULL,
    status_detail text,
    longest_expiry integer NOT NULL,
    revision bigint DEFAULT nextval('public.revision'::regclass) NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    verified_at timestamp with time zone,
    next_check_at timestamp with time zone,
    dns_target text,
    dns_begun_at timestamp with time zone,
    CONSTRAINT domain_kind CHECK ((kind = ANY (ARRAY['sandbox'::text, 'custom'::text]))),
    CONSTRAINT domain_status CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'degraded'::text, 'failed'::text, 'deleting'::text])))
);

CREATE TABLE public.domain_verification (
    domain_id uuid NOT NULL,
    token text NOT NULL,
    since timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    checked_at timestamp with time zone,
    findings jsonb
);

CREATE TABLE public.end_user (
    domain_id uuid NOT NULL,
    sub uuid DEFAULT gen_random_uuid() NOT NULL,
    block integer NOT NULL,
    active boolean DEFAULT true NOT NULL,
    identity_provider text NOT NULL COLLATE pg_catalog."C",
    username_key text NOT NULL COLLATE pg_catalog."C",
    search_text text NOT NULL COLLATE pg_catalog."C",
    attributes jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    updated_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    upstream_issuer text COLLATE pg_catalog."C",
    upstream_sub text COLLATE pg_catalog."C",
    vouched_for text[] DEFAULT '{}'::text[] NOT NULL,
    sign_in_epoch integer DEFAULT 0 NOT NULL
)
WITH (fillfactor='85');

CREATE TABLE public.federated_login (
    domain_id uuid NOT NULL,
    uid text NOT NULL,
    sub uuid NOT NULL,
    provider text NOT NULL COLLATE pg_catalog."C",
    issuer text NOT NULL,
    sid text COLLATE pg_catalog."C",
    id_token bytea,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.federation_request (
    domain_id uuid NOT NULL,
    state_hash bytea NOT NULL,
    browser_hash bytea NOT NULL,
    provider text NOT NULL COLLATE pg_catalog."C",
    issuer text NOT NULL,
    uid text NOT NULL,
    client_id text NOT NULL,
    max_age integer,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    slot integer
);

CREATE TABLE public.idempotency_answer (
    subscription_id uuid NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    domain_name text,
    body bytea,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.identity_provider (
    domain_id uuid NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    issuer text NOT NULL,
    client_id text NOT NULL,
    client_secret bytea,
    token_endpoint_auth_method text NOT NULL,
    scopes text[] NOT NULL,
    claim_mapping jsonb NOT NULL,
    display_name text NOT NULL,
    enabled boolean NOT NULL,
    trust_email_verified boolean NOT NULL,
    create_users boolean NOT NULL,
    revision bigint DEFAULT nextval('public.revision'::regclass) NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    updated_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT identity_provider_auth_method CHECK ((token_endpoint_auth_method = ANY (ARRAY['client_secret_basic'::text, 'client_secret_post'::text, 'private_key_jwt'::text])))
);

CREATE TABLE public.job_state (
    domain_id uuid NOT NULL,
    queue text NOT NULL,
    state text NOT NULL,
    attempts integer NOT NULL,
    last_error text,
    next_attempt_at timestamp with time zone NOT NULL,
    CONSTRAINT job_state_state CHECK ((state = ANY (ARRAY['running'::text, 'waiting'::text, 'failed'::text])))
);

CREATE TABLE public.log_entry (
    domain_id uuid NOT NULL,
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    operation text NOT NULL,
    actor_type text NOT NULL,
    actor_id text,
    actor_name text,
    request_id text,
    sub uuid,
    client_id text,
    changed text[] NOT NULL,
    identity_provider text,
    CONSTRAINT log_entry_actor_type CHECK ((actor_type = ANY (ARRAY['api_key'::text, 'operator'::text, 'user'::text, 'service'::text])))
);

ALTER TABLE public.log_entry ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.log_entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.logout_notice (
    domain_id uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    client_id text NOT NULL,
    sub uuid NOT NULL,
    sid text,
    attempts integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    next_attempt_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.magic_link (
    domain_id uuid NOT NULL,
    hash bytea NOT NULL,
    sub uuid NOT NULL,
    redirect_uri text,
    reset_passkeys boolean NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    interaction_uid text,
    channel text,
    sign_in_epoch integer,
    CONSTRAINT magic_link_channel CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text]))),
    CONSTRAINT magic_link_destination CHECK (((redirect_uri IS NULL) = ((interaction_uid IS NOT NULL) AND (channel IS NOT NULL))))
);

CREATE TABLE public.master_key_proof (
    singleton boolean DEFAULT true NOT NULL,
    encrypted bytea NOT NULL,
    CONSTRAINT master_key_proof_singleton CHECK (singleton)
);

CREATE TABLE public.message (
    domain_id uuid NOT NULL,
    id uuid NOT NULL,
    sub uuid NOT NULL,
    channel text NOT NULL,
    encrypted bytea,
    state text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT message_channel CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text]))),
    CONSTRAINT message_encrypted CHECK (((encrypted IS NOT NULL) = (state = 'waiting'::text))),
    CONSTRAINT message_state CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'expired'::text, 'failed'::text])))
);

CREATE TABLE public.migration (
    id integer NOT NULL,
    "timestamp" bigint NOT NULL,
    name character varying NOT NULL
);

CREATE SEQUENCE public.migration_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.migration_id_seq OWNED BY public.migration.id;

CREATE TABLE public.oidc_payload (
    domain_id uuid NOT NULL,
    model text NOT NULL,
    hash bytea NOT NULL,
    payload json NOT NULL,
    client_id text,
    grant_id text,
    uid text,
    user_code text,
    consumed_at timestamp with time zone,
    expires_at timestamp with time zone,
    sub uuid,
    session_uid text,
    sids jsonb,
    slot integer,
    untouched_since timestamp with time zone,
    CONSTRAINT oidc_payload_hash CHECK ((octet_length(hash) = 32))
);

CREATE TABLE public.passkey (
    domain_id uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    sub uuid NOT NULL,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    transports text[] NOT NULL,
    aaguid uuid NOT NULL,
    backup_eligible boolean NOT NULL,
    backed_up boolean NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    last_used_at timestamp with time zone
);

CREATE TABLE public.passkey_challenge (
    domain_id uuid NOT NULL,
    challenge bytea NOT NULL,
    purpose text NOT NULL,
    sub uuid,
    expires_at timestamp with time zone NOT NULL,
    slot integer,
    CONSTRAINT passkey_challenge_purpose CHECK ((purpose = ANY (ARRAY['registration'::text, 'authentication'::text])))
);

CREATE TABLE public.rate_limit (
    key character varying(255) NOT NULL COLLATE pg_catalog."C",
    points integer DEFAULT 0 NOT NULL,
    expire bigint
);

CREATE TABLE public.recovery_code (
    domain_id uuid NOT NULL,
    sub uuid NOT NULL,
    hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    used_at timestamp with time zone,
    encrypted bytea,
    shown_in text,
    shown_until timestamp with time zone
);

CREATE TABLE public.scope_claims (
    domain_id uuid NOT NULL,
    kind text NOT NULL,
    scopes jsonb NOT NULL,
    CONSTRAINT scope_claims_kind CHECK ((kind = ANY (ARRAY['access_token'::text, 'id_token'::text])))
);

CREATE TABLE public.sign_in_progress (
    domain_id uuid NOT NULL,
    uid text NOT NULL,
    sub uuid NOT NULL,
    methods text[] NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    federation text,
    sign_in_epoch integer
);

CREATE TABLE public.signing_key (
    domain_id uuid NOT NULL,
    kid text NOT NULL,
    algorithm text NOT NULL,
    public_jwk jsonb NOT NULL,
    private_key bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    signs_from timestamp with time zone NOT NULL,
    CONSTRAINT signing_key_algorithm CHECK ((algorithm = ANY (ARRAY['ES256'::text, 'RS256'::text, 'EdDSA'::text])))
);

CREATE TABLE public.subscription (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.totp (
    domain_id uuid NOT NULL,
    sub uuid NOT NULL,
    secret bytea,
    confirmed_at timestamp with time zone,
    last_used_at timestamp with time zone,
    last_step bigint NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    locked_until timestamp with time zone,
    pending_secret bytea,
    pending_until timestamp with time zone,
    known_failures integer DEFAULT 0 NOT NULL,
    known_locked_until timestamp with time zone
);

CREATE TABLE public.user_count (
    domain_id uuid NOT NULL,
    identity_provider text NOT NULL COLLATE pg_catalog."C",
    shard smallint NOT NULL,
    users bigint NOT NULL,
    made bigint NOT NULL
);

ALTER TABLE ONLY public.migration ALTER COLUMN id SET DEFAULT nextval('public.migration_id_seq'::regclass);

INSERT INTO public.migration VALUES (1, 1795132800000, 'CreateRealms1795132800000');
INSERT INTO public.migration VALUES (2, 1795136400000, 'CreateUsers1795136400000');
INSERT INTO public.migration VALUES (3, 1795136500000, 'CreateLog1795136500000');
INSERT INTO public.migration VALUES (4, 1795140000000, 'CreateBranding1795140000000');
INSERT INTO public.migration VALUES (5, 1795140100000, 'CreateMessages1795140100000');
INSERT INTO public.migration VALUES (6, 1795140200000, 'CreateCredentials1795140200000');
INSERT INTO public.migration VALUES (7, 1795140300000, 'OwnPayloads1795140300000');
INSERT INTO public.migration VALUES (8, 1795140400000, 'CreateSignInProgress1795140400000');
INSERT INTO public.migration VALUES (9, 1795140500000, 'ProvisionDomains1795140500000');
INSERT INTO public.migration VALUES (10, 1795140600000, 'CreateVerification1795140600000');
INSERT INTO public.migration VALUES (11, 1795140700000, 'CreateJobState1795140700000');
INSERT INTO public.migration VALUES (12, 1795140800000, 'CreateIdentityProviders1795140800000');
INSERT INTO public.migration VALUES (13, 1795140900000, 'CreateBackchannelLogout1795140900000');
INSERT INTO public.migration VALUES (14, 1795141000000, 'CreateFederation1795141000000');
INSERT INTO public.migration VALUES (15, 1795141100000, 'ShowRecoveryCodesAgain1795141100000');
INSERT INTO public.migration VALUES (16, 1795141200000, 'WatchFailures1795141200000');
INSERT INTO public.migration VALUES (17, 1795141300000, 'ExtendUsers1795141300000');
INSERT INTO public.migration VALUES (18, 1795141400000, 'TieSignInsToAnswers1795141400000');
INSERT INTO public.migration VALUES (19, 1795141500000, 'HashPayloadIds1795141500000');
INSERT INTO public.migration VALUES (20, 1795141510000, 'LimitWhatIsPending1795141510000');
INSERT INTO public.migration VALUES (21, 1795141650000, 'CreateMasterKeyProof1795141650000');
INSERT INTO public.migration VALUES (22, 1795141750000, 'OutdateSignIns1795141750000');
INSERT INTO public.migration VALUES (23, 1795141760000, 'CountKnownBrowsersApart1795141760000');
INSERT INTO public.migration VALUES (24, 1795141770000, 'RenameEncryptedColumns1795141770000');
INSERT INTO public.migration VALUES (25, 1795141780000, 'RenameVerification1795141780000');

SELECT pg_catalog.setval('public.log_entry_id_seq', 1, false);

SELECT pg_catalog.setval('public.migration_id_seq', 25, true);

SELECT pg_catalog.setval('public.revision', 1, false);

ALTER TABLE ONLY public.migration
    ADD CONSTRAINT "PK_3043fc6b8af7c99b8b98830094f" PRIMARY KEY (id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_hash UNIQUE (hash);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pk PRIMARY KEY (id);

ALTER TABLE ONLY public.backchannel_logout
    ADD CONSTRAINT backchannel_logout_pk PRIMARY KEY (domain_id, client_id);

ALTER TABLE ONLY public.branding
    ADD CONSTRAINT branding_pk PRIMARY KEY (domain_id);

ALTER TABLE ONLY public.client
    ADD CONSTRAINT client_pk PRIMARY KEY (domain_id, client_id);

ALTER TABLE ONLY public.client_secret
    ADD CONSTRAINT client_secret_pk PRIMARY KEY (domain_id, client_id, id);

ALTER TABLE ONLY public.client_secret_use
    ADD CONSTRAINT client_secret_use_pk PRIMARY KEY (domain_id, client_id, secret_id);

ALTER TABLE ONLY public.dns_attempt
    ADD CONSTRAINT dns_attempt_pk PRIMARY KEY (owner, begun_at);

ALTER TABLE ONLY public.domain
    ADD CONSTRAINT domain_pk PRIMARY KEY (id);

ALTER TABLE ONLY public.domain_verification
    ADD CONSTRAINT domain_verification_pk PRIMARY KEY (domain_id);

ALTER TABLE ONLY public.end_user
    ADD CONSTRAINT end_user_pk PRIMARY KEY (domain_id, sub);

ALTER TABLE ONLY public.federated_login
    ADD CONSTRAINT federated_login_pk PRIMARY KEY (domain_id, uid);

ALTER TABLE ONLY public.federation_request
    ADD CONSTRAINT federation_request_pk PRIMARY KEY (domain_id, state_hash);

ALTER TABLE ONLY public.idempotency_answer
    ADD CONSTRAINT idempotency_answer_pk PRIMARY KEY (subscription_id, key);

ALTER TABLE ONLY public.identity_provider
    ADD CONSTRAINT identity_provider_pk PRIMARY KEY (domain_id, name);

ALTER TABLE ONLY public.job_state
    ADD CONSTRAINT job_state_pk PRIMARY KEY (domain_id, queue);

ALTER TABLE ONLY public.log_entry
    ADD CONSTRAINT log_entry_pk PRIMARY KEY (domain_id, id);

ALTER TABLE ONLY public.logout_notice
    ADD CONSTRAINT logout_notice_pk PRIMARY KEY (domain_id, id);

ALTER TABLE ONLY public.magic_link
    ADD CONSTRAINT magic_link_pk PRIMARY KEY (domain_id, hash);

ALTER TABLE ONLY public.master_key_proof
    ADD CONSTRAINT master_key_proof_pk PRIMARY KEY (singleton);

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_pk PRIMARY KEY (domain_id, id);

ALTER TABLE ONLY public.oidc_payload
    ADD CONSTRAINT oidc_payload_pk PRIMARY KEY (domain_id, model, hash);

ALTER TABLE ONLY public.passkey_challenge
    ADD CONSTRAINT passkey_challenge_pk PRIMARY KEY (domain_id, challenge);

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_pk PRIMARY KEY (domain_id, id);

ALTER TABLE ONLY public.rate_limit
    ADD CONSTRAINT rate_limit_pk PRIMARY KEY (key);

ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_pk PRIMARY KEY (domain_id, sub, hash);

ALTER TABLE ONLY public.scope_claims
    ADD CONSTRAINT scope_claims_pk PRIMARY KEY (domain_id, kind);

ALTER TABLE ONLY public.sign_in_progress
    ADD CONSTRAINT sign_in_progress_pk PRIMARY KEY (domain_id, uid);

ALTER TABLE ONLY public.signing_key
    ADD CONSTRAINT signing_key_pk PRIMARY KEY (domain_id, kid);

ALTER TABLE ONLY public.subscription
    ADD CONSTRAINT subscription_name UNIQUE (name);

ALTER TABLE ONLY public.subscription
    ADD CONSTRAINT subscription_pk PRIMARY KEY (id);

ALTER TABLE ONLY public.totp
    ADD CONSTRAINT totp_pk PRIMARY KEY (domain_id, sub);

ALTER TABLE ONLY public.user_count
    ADD CONSTRAINT user_count_pk PRIMARY KEY (domain_id, identity_provider, shard);

CREATE INDEX api_key_subscription_index ON public.api_key USING btree (subscription_id);

CREATE INDEX dns_attempt_due ON public.dns_attempt USING btree (next_look_at);

CREATE INDEX domain_check ON public.domain USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);

CREATE UNIQUE INDEX domain_claim ON public.domain USING btree (subscription_id, name);

CREATE INDEX domain_deleting ON public.domain USING btree (id) WHERE (status = 'deleting'::text);

CREATE INDEX domain_dns_target ON public.domain USING btree (dns_target) WHERE ((kind = 'sandbox'::text) AND (status = 'active'::text));

CREATE UNIQUE INDEX domain_holder ON public.domain USING btree (name) WHERE (verified_at IS NOT NULL);

CREATE INDEX end_user_order ON public.end_user USING btree (domain_id, block, created_at, sub);

CREATE INDEX end_user_provider ON public.end_user USING btree (domain_id, identity_provider, block, created_at, sub);

CREATE INDEX end_user_search ON public.end_user USING gin (public.end_user_terms(domain_id, block, identity_provider, search_text)) WITH (fastupdate=off);
ALTER INDEX public.end_user_search ALTER COLUMN 1 SET STATISTICS 0;

CREATE UNIQUE INDEX end_user_upstream ON public.end_user USING btree (domain_id, identity_provider, upstream_issuer, upstream_sub) WHERE (upstream_sub IS NOT NULL);

CREATE UNIQUE INDEX end_user_username ON public.end_user USING btree (domain_id, username_key);

CREATE INDEX federated_login_expiry ON public.federated_login USING btree (domain_id, expires_at);

CREATE INDEX federated_login_sid ON public.federated_login USING btree (domain_id, provider, sid) WHERE (sid IS NOT NULL);

CREATE INDEX federated_login_user_index ON public.federated_login USING btree (domain_id, sub);

CREATE INDEX federation_request_expiry ON public.federation_request USING btree (domain_id, expires_at);

CREATE UNIQUE INDEX federation_request_slot ON public.federation_request USING btree (domain_id, slot) WHERE (slot IS NOT NULL);

CREATE INDEX idempotency_answer_age ON public.idempotency_answer USING btree (created_at);

CREATE INDEX idempotency_answer_domain ON public.idempotency_answer USING btree (subscription_id, domain_name) WHERE (domain_name IS NOT NULL);

CREATE INDEX log_entry_operation ON public.log_entry USING btree (domain_id, operation, id);

CREATE INDEX log_entry_sub ON public.log_entry USING btree (domain_id, sub, id) WHERE (sub IS NOT NULL);

CREATE INDEX logout_notice_client_index ON public.logout_notice USING btree (domain_id, client_id);

CREATE INDEX logout_notice_due ON public.logout_notice USING btree (next_attempt_at);

CREATE INDEX magic_link_expiry ON public.magic_link USING btree (expires_at);

CREATE INDEX magic_link_user_index ON public.magic_link USING btree (domain_id, sub);

CREATE INDEX message_due ON public.message USING btree (next_attempt_at) WHERE (state = 'waiting'::text);

CREATE INDEX message_expiry ON public.message USING btree (expires_at);

CREATE INDEX message_failed ON public.message USING btree (domain_id) WHERE (state = ANY (ARRAY['failed'::text, 'expired'::text]));

CREATE INDEX message_user_index ON public.message USING btree (domain_id, sub);

CREATE INDEX oidc_payload_client ON public.oidc_payload USING btree (domain_id, client_id) WHERE (client_id IS NOT NULL);

CREATE INDEX oidc_payload_expiry ON public.oidc_payload USING btree (expires_at) WHERE (expires_at IS NOT NULL);

CREATE INDEX oidc_payload_grant ON public.oidc_payload USING btree (domain_id, grant_id) WHERE (grant_id IS NOT NULL);

CREATE INDEX oidc_payload_session ON public.oidc_payload USING btree (domain_id, session_uid) WHERE (session_uid IS NOT NULL);

CREATE UNIQUE INDEX oidc_payload_slot ON public.oidc_payload USING btree (domain_id, model, slot) WHERE (slot IS NOT NULL);

CREATE INDEX oidc_payload_sub ON public.oidc_payload USING btree (domain_id, sub);

CREATE UNIQUE INDEX oidc_payload_uid ON public.oidc_payload USING btree (domain_id, model, uid) WHERE (uid IS NOT NULL);

CREATE INDEX oidc_payload_untouched ON public.oidc_payload USING btree (domain_id, model, untouched_since) WHERE (untouched_since IS NOT NULL);

CREATE UNIQUE INDEX oidc_payload_user_code ON public.oidc_payload USING btree (domain_id, model, user_code) WHERE (user_code IS NOT NULL);

CREATE INDEX passkey_challenge_expiry ON public.passkey_challenge USING btree (domain_id, expires_at);

CREATE UNIQUE INDEX passkey_challenge_slot ON public.passkey_challenge USING btree (domain_id, slot) WHERE (slot IS NOT NULL);

CREATE INDEX passkey_challenge_user_index ON public.passkey_challenge USING btree (domain_id, sub);

CREATE UNIQUE INDEX passkey_credential ON public.passkey USING btree (domain_id, credential_id);

CREATE INDEX passkey_user_index ON public.passkey USING btree (domain_id, sub);

CREATE INDEX recovery_code_shown ON public.recovery_code USING btree (shown_until) WHERE (shown_until IS NOT NULL);

CREATE INDEX sign_in_progress_expiry ON public.sign_in_progress USING btree (domain_id, expires_at);

CREATE INDEX sign_in_progress_user_index ON public.sign_in_progress USING btree (domain_id, sub);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_subscription FOREIGN KEY (subscription_id) REFERENCES public.subscription(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.backchannel_logout
    ADD CONSTRAINT backchannel_logout_client FOREIGN KEY (domain_id, client_id) REFERENCES public.client(domain_id, client_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.branding
    ADD CONSTRAINT branding_domain FOREIGN KEY (domain_id) REFERENCES public.domain(id);

ALTER TABLE ONLY public.client
    ADD CONSTRAINT client_domain FOREIGN KEY (domain_id) REFERENCES public.domain(id);

ALTER TABLE ONLY public.client_secret
    ADD CONSTRAINT client_secret_client FOREIGN KEY (domain_id, client_id) REFERENCES public.client(domain_id, client_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.client_secret_use
    ADD CONSTRAINT client_secret_use_secret FOREIGN KEY (domain_id, client_id, secret_id) REFERENCES public.client_secret(domain_id, client_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.domain
    ADD CONSTRAINT domain_subscription FOREIGN KEY (subscription_id) REFERENCES public.subscription(id);

ALTER TABLE ONLY public.domain_verification
    ADD CONSTRAINT domain_verification_domain FOREIGN KEY (domain_id) REFERENCES public.domain(id);

ALTER TABLE ONLY public.end_user
    ADD CONSTRAINT end_user_domain FOREIGN KEY (domain_id) REFERENCES public.domain(id);

ALTER TABLE ONLY public.federated_login
    ADD CONSTRAINT federated_login_user FOREIGN KEY (domain_id, sub) REFERENCES public.end_user(domain_id, sub) ON DELETE CASCADE;

ALTER TABLE ONLY public.federation_request
    ADD CONSTRAINT federation_request_domain FOREIGN KEY (domain_id) REFERENCES public.domain(id);

ALTER TABLE ONLY public.idempotency_answer
    ADD CONSTRAINT idempotency_answer_subscription FOREIGN KEY (subscription_id) REFERENCES public.subscription(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.identity_provider
    ADD CONSTRAINT identity_provider_domain FOREIGN KEY (domain_id) REFERENCES public.domain(id);

ALTER TABLE ONLY public.job_state
    ADD CONSTRAINT job_state_domain FOREIGN KEY (domain_id) REFERENCES public.domain(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.log_entry
    ADD CONSTRAINT log_entry_domain FOREIGN KEY (domain_id) REFERENCES public.domain(id);

ALTER TABLE ONLY public.logout_notice
    ADD CONSTRAINT logout_notice_client FOREIGN KEY (domain_id, client_id) REFERENCES public.backchannel_logout(domain_id, client_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.magic_link
    ADD CONSTRAINT magic_link_user FOREIGN KEY (domain_id, sub) REFERENCES public.end_user(domain_id, sub) ON DELETE CASCADE;

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_user FOREIGN KEY (domain_id, sub) REFERENCES public.end_user(domain_id, sub) ON DELETE CASCADE;

ALTER TABLE ONLY public.oidc_payload
    ADD CONSTRAINT oidc_payload_domain FOREIGN KEY (domain_id) REFERENCES public.domain(id);

ALTER TABLE ONLY public.oidc_payload
    ADD CONSTRAINT oidc_payload_user FOREIGN KEY (domain_id, sub) REFERENCES public.end_user(domain_id, sub) ON DELETE CASCADE;

ALTER TABLE ONLY public.passkey_challenge
    ADD CONSTRAINT passkey_challenge_domain FOREIGN KEY (domain_id) REFERENCES public.domain(id);

ALTER TABLE ONLY public.passkey_challenge
    ADD CONSTRAINT passkey_challenge_user FOREIGN KEY (domain_id, sub) REFERENCES public.end_user(domain_id, sub) ON DELETE CASCADE;

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_user FOREIGN KEY (domain_id, sub) REFERENCES public.end_user(domain_id, sub) ON DELETE CASCADE;

ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_user FOREIGN KEY (domain_id, sub) REFERENCES public.end_user(domain_id, sub) ON DELETE CASCADE;

ALTER TABLE ONLY public.scope_claims
    ADD CONSTRAINT scope_claims_domain FOREIGN KEY (domain_id) REFERENCES public.domain(id);

ALTER TABLE ONLY public.sign_in_progress
    ADD CONSTRAINT sign_in_progress_user FOREIGN KEY (domain_id, sub) REFERENCES public.end_user(domain_id, sub) ON DELETE CASCADE;

ALTER TABLE ONLY public.signing_key
    ADD CONSTRAINT signing_key_domain FOREIGN KEY (domain_id) REFERENCES public.domain(id);

ALTER TABLE ONLY public.totp
    ADD CONSTRAINT totp_user FOREIGN KEY (domain_id, sub) REFERENCES public.end_user(domain_id, sub) ON DELETE CASCADE;

ALTER TABLE ONLY public.user_count
    ADD CONSTRAINT user_count_domain FOREIGN KEY (domain_id) REFERENCES public.domain(id);
