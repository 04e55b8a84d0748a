"""An API that checks access tokens."""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from access_token import AUDIENCE, ISSUER, Refused, check

PORT = int(os.environ.get("PORT", "4003"))

orders = [{"id": 1, "item": "a lamp"}]


class Orders(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer("read", lambda claims: (200, {"orders": orders, "askedBy": claims["client_id"]}))

    def do_DELETE(self):
        def clear(claims):
            orders.clear()
            return 204, None

        self.answer("write", clear, role="clerk")

    def answer(self, scope, action, role=None):
        try:
            status, body = action(check(self.headers["Authorization"], scope, role))
            self.send(status, body)
        except Refused as refusal:
            self.send(refusal.status, {"error": str(refusal)}, {"WWW-Authenticate": refusal.challenge})

    def send(self, status, body, headers=None):
        text = b"" if body is None else json.dumps(body, separators=(",", ":")).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(text)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text)


server = ThreadingHTTPServer(("127.0.0.1", PORT), Orders)
print(f"http://localhost:{PORT}/orders wants tokens of {ISSUER} for {AUDIENCE}", flush=True)
server.serve_forever()
