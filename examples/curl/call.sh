#!/bin/sh
# Gets an access token by client credentials, and calls an API.
set -eu

issuer="${ISSUER:-http://localhost:3001}"
answer=$(curl -sSf -u "${CLIENT_ID:-hello}:$CLIENT_SECRET" -d grant_type=client_credentials -d scope=read "$issuer/connect/token")
token=$(printf '%s' "$answer" | sed 's/.*"access_token":"\([^"]*\)".*/\1/')
curl -sS -w '\n' -H "Authorization: Bearer $token" "${API_URL:-http://localhost:4001/orders}"
