"""Connects to an MCP server from nothing with the official Python client, and prints one line for each step."""

import asyncio
import os
import socket
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.auth.oauth2 import AuthorizationCodeResult
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientMetadata

SERVER, CLIENT_ID = os.environ["MCP_URL"], os.environ["CLIENT_ID"]

resolve = socket.getaddrinfo


def resolve_loopback(host, *rest, **options):
    """Resolves names under .localhost to this machine, as browsers do: RFC 6761 section 6.3."""
    name = host.decode() if isinstance(host, bytes) else str(host)
    return resolve("127.0.0.1" if name.endswith(".localhost") else host, *rest, **options)


socket.getaddrinfo = resolve_loopback


def say(step, value):
    print(step, value, flush=True)


class Memory:
    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


async def main():
    arrived = asyncio.get_running_loop().create_future()

    async def receive(reader, writer):
        target = (await reader.readline()).decode().split(" ")[1]
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nOK")
        await writer.drain()
        writer.close()
        if urlsplit(target).path == "/callback":
            arrived.set_result({name: values[0] for name, values in parse_qs(urlsplit(target).query).items()})

    listener = await asyncio.start_server(receive, "127.0.0.1", 0)
    redirect_uri = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/callback"

    async def redirect(url):
        say("authorize", url)

    async def wait():
        answer = await arrived
        return AuthorizationCodeResult(code=answer["code"], state=answer.get("state"), iss=answer.get("iss"))

    storage = Memory()

    provider = OAuthClientProvider(
        SERVER,
        OAuthClientMetadata(redirect_uris=[redirect_uri], client_name="Notes client", token_endpoint_auth_method="none"),
        storage,
        redirect_handler=redirect,
        callback_handler=wait,
        client_metadata_url=CLIENT_ID,
    )

    async def list_notes():
        async with httpx2.AsyncClient(auth=provider, timeout=30) as http:
            async with Client(streamable_http_client(SERVER, http_client=http)) as client:
                return (await client.call_tool("list_notes", {})).content[0].text

    say("client", "none" if storage.client is None else storage.client.client_id)
    say("notes", await list_notes())
    say("client", storage.client.client_id)
    before = storage.tokens.refresh_token
    provider.context.token_expiry_time = 1
    say("notes", await list_notes())
    say("refreshed", storage.tokens.refresh_token != before)


asyncio.run(main())
