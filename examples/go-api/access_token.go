package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
)

// Claims are those of an access token: RFC 9068 section 2.2.
type Claims struct {
	ClientID string          `json:"client_id"`
	Scope    string          `json:"scope"`
	Roles    []string        `json:"roles"`
	Key      json.RawMessage `json:"cnf"`
}

// Checker lets requests pass that show a valid access token. Refusals are those of RFC 6750 section 3.1.
type Checker struct {
	verifier *oidc.IDTokenVerifier
}

// NewChecker reads the discovery document. The keys are fetched when a token has an unknown kid, and kept.
func NewChecker(ctx context.Context, issuer, audience string) (*Checker, error) {
	provider, err := oidc.NewProvider(ctx, issuer)
	if err != nil {
		return nil, err
	}
	config := &oidc.Config{ClientID: audience, SupportedSigningAlgs: []string{oidc.ES256}}
	return &Checker{provider.VerifierContext(ctx, config)}, nil
}

// Require runs the handler if the token has the scope and, unless it is empty, the role.
func (checker *Checker) Require(scope, role string, handle func(http.ResponseWriter, Claims)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		kind, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		if !strings.EqualFold(kind, "Bearer") || token == "" {
			refuse(w, http.StatusUnauthorized, "Bearer", "an access token is missing")
			return
		}
		claims, err := checker.verify(r.Context(), token)
		if err != nil {
			refuse(w, http.StatusUnauthorized, `Bearer error="invalid_token"`, err.Error())
			return
		}
		if !slices.Contains(strings.Fields(claims.Scope), scope) {
			refuse(w, http.StatusForbidden, `Bearer error="insufficient_scope", scope="`+scope+`"`, "the scope "+scope+" is missing")
			return
		}
		// Tokens have roles (RFC 9068 section 2.2.3.1) if the API has enforceRoles.
		if role != "" && !slices.Contains(claims.Roles, role) {
			refuse(w, http.StatusForbidden, `Bearer error="insufficient_scope"`, "the role "+role+" is missing")
			return
		}
		handle(w, claims)
	}
}

// The verifier checks the signature, the issuer, the audience and the expiry.
func (checker *Checker) verify(ctx context.Context, token string) (claims Claims, err error) {
	verified, err := checker.verifier.Verify(ctx, token)
	if err != nil {
		return claims, err
	}
	if typeOf(token) != "at+jwt" {
		return claims, errors.New("not an access token")
	}
	if err := verified.Claims(&claims); err != nil {
		return claims, err
	}
	// A stolen token that is bound to a key must not work without it. Where callers use DPoP, check their proof here instead.
	if claims.Key != nil {
		return claims, errors.New("the token is bound to a key")
	}
	return claims, nil
}

// The verifier does not look at the type, which tells access tokens from ID tokens.
func typeOf(token string) string {
	first, _, _ := strings.Cut(token, ".")
	var header struct {
		Type string `json:"typ"`
	}
	if text, err := base64.RawURLEncoding.DecodeString(first); err != nil || json.Unmarshal(text, &header) != nil {
		return ""
	}
	return header.Type
}

func refuse(w http.ResponseWriter, status int, challenge, reason string) {
	w.Header().Set("WWW-Authenticate", challenge)
	http.Error(w, reason, status)
}
