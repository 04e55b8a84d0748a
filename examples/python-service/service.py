"""Gets an access token by client credentials, and calls an API."""

import os

import requests
from authlib.integrations.requests_client import OAuth2Session

ISSUER = os.environ.get("ISSUER", "http://localhost:3001")
CLIENT_ID = os.environ.get("CLIENT_ID", "hello")
CLIENT_SECRET = os.environ["CLIENT_SECRET"]
API_URL = os.environ.get("API_URL", "http://localhost:4001/orders")

metadata = requests.get(f"{ISSUER}/.well-known/openid-configuration", timeout=5).json()

# The session gets a token when it needs one, and another before it expires.
session = OAuth2Session(
    CLIENT_ID,
    CLIENT_SECRET,
    scope="read",
    token_endpoint=metadata["token_endpoint"],
    grant_type="client_credentials",
    leeway=60,
)
session.fetch_token()

response = session.get(API_URL, timeout=5)
print(response.status_code, response.text)
