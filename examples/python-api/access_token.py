"""Checks access tokens: RFC 9068. Refusals are those of RFC 6750 section 3.1."""

import os

import jwt

ISSUER = os.environ.get("ISSUER", "http://localhost:3001")
AUDIENCE = os.environ.get("AUDIENCE", ISSUER)

# Keeps the keys for five minutes, and fetches them when a token has an unknown `kid`.
keys = jwt.PyJWKClient(f"{ISSUER}/.well-known/jwks.json", lifespan=300)


class Refused(Exception):
    """A refused request: the status and the value of WWW-Authenticate."""

    def __init__(self, status, challenge, reason):
        super().__init__(reason)
        self.status = status
        self.challenge = challenge


def check(authorization, scope, role=None):
    """Returns the claims of a valid access token that has the scope and, if one is named, the role."""
    kind, _, token = (authorization or "").partition(" ")
    if kind.lower() != "bearer" or token == "":
        raise Refused(401, "Bearer", "an access token is missing")
    try:
        claims = verify(token)
    except jwt.PyJWTError as error:
        raise Refused(401, 'Bearer error="invalid_token"', str(error)) from error
    if scope not in claims.get("scope", "").split():
        raise Refused(403, f'Bearer error="insufficient_scope", scope="{scope}"', f"the scope {scope} is missing")
    # Tokens have `roles` (RFC 9068 section 2.2.3.1) if the API has `enforceRoles`.
    if role is not None and role not in list(claims.get("roles", [])):
        raise Refused(403, 'Bearer error="insufficient_scope"', f"the role {role} is missing")
    return claims


def verify(token):
    if jwt.get_unverified_header(token).get("typ") != "at+jwt":
        raise jwt.InvalidTokenError("not an access token")
    key = keys.get_signing_key_from_jwt(token).key
    required = {"require": ["exp", "sub"]}
    claims = jwt.decode(token, key, algorithms=["ES256"], issuer=ISSUER, audience=AUDIENCE, options=required)
    # A stolen token that is bound to a key must not work without it. Where callers use DPoP, check their proof here instead.
    if "cnf" in claims:
        raise jwt.InvalidTokenError("the token is bound to a key")
    return claims
