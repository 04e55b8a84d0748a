"""A SAML identity provider by pysaml2, for tests: `python3 pysaml2_idp.py CONFIGURATION`, a JSON file.

It signs in the configured user without a question, and ends the session at /sign-out. It reads the metadata of services when it is asked to.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.authn_context import PASSWORDPROTECTEDTRANSPORT
from saml2.config import IdPConfig
from saml2.metadata import entity_descriptor
from saml2.saml import NAMEID_FORMAT_PERSISTENT, NameID
from saml2.server import Server
from saml2.sigver import verify_redirect_signature

CONFIGURATION = json.load(open(sys.argv[1], encoding="utf-8"))
SIGNATURE_ALGORITHM = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
BASE = f"http://127.0.0.1:{CONFIGURATION['port']}"


def load(metadata):
    """The identity provider with the metadata of its services."""
    return Server(
        config=IdPConfig().load(
            {
                "entityid": f"{BASE}/metadata",
                "xmlsec_binary": "/usr/bin/xmlsec1",
                "key_file": CONFIGURATION["key"],
                "cert_file": CONFIGURATION["certificate"],
                "metadata": {"inline": metadata},
                "allow_unknown_attributes": True,
                "service": {
                    "idp": {
                        "endpoints": {
                            "single_sign_on_service": [(f"{BASE}/sso", BINDING_HTTP_REDIRECT)],
                            "single_logout_service": [(f"{BASE}/slo", BINDING_HTTP_REDIRECT)],
                        },
                        "want_authn_requests_signed": CONFIGURATION.get("wantRequestsSigned", False),
                        "policy": {"default": {"lifetime": {"minutes": 5}, "attribute_restrictions": None}},
                        "name_id_format": [NAMEID_FORMAT_PERSISTENT],
                    }
                },
            }
        )
    )


class Handler(BaseHTTPRequestHandler):
    idp = load([])

    def do_GET(self):
        url = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        if url.path == "/metadata":
            self.answer(str(entity_descriptor(Handler.idp.config)), "application/xml")
        elif url.path == "/sso":
            self.answer(self.sign_in(query))
        elif url.path == "/slo" and "SAMLRequest" in query:
            self.redirect(self.sign_out(query))
        elif url.path == "/slo":
            self.answer("<h1>Signed out everywhere</h1>")
        elif url.path == "/sign-out":
            self.redirect(self.request_logout(query["service"]))
        else:
            self.send_error(404)

    def do_POST(self):
        """Takes the metadata of a service."""
        Handler.idp = load([self.rfile.read(int(self.headers["Content-Length"])).decode()])
        self.answer("")

    def sign_in(self, query):
        request = Handler.idp.parse_authn_request(query["SAMLRequest"], BINDING_HTTP_REDIRECT).message
        target = Handler.idp.response_args(request)
        user = CONFIGURATION["user"]
        response = Handler.idp.create_authn_response(
            identity=user["attributes"],
            userid=user["id"],
            name_id=NameID(format=NAMEID_FORMAT_PERSISTENT, text=user["id"]),
            authn={"class_ref": PASSWORDPROTECTEDTRANSPORT},
            sign_assertion=True,
            sign_response=CONFIGURATION.get("signResponse", False),
            encrypt_assertion=CONFIGURATION.get("encrypt", False),
            sign_alg=SIGNATURE_ALGORITHM,
            digest_alg="http://www.w3.org/2001/04/xmlenc#sha256",
            **{name: target[name] for name in ("in_response_to", "destination", "sp_entity_id")},
        )
        form = Handler.idp.apply_binding(BINDING_HTTP_POST, str(response), target["destination"], query.get("RelayState", ""), response=True)
        return form["data"]

    def sign_out(self, query):
        """Answers the logout request of a service, whose signature it verifies."""
        request = Handler.idp.parse_logout_request(query["SAMLRequest"], BINDING_HTTP_REDIRECT).message
        certificates = Handler.idp.metadata.certs(request.issuer.text, "spsso", "signing")
        if not any(verify_redirect_signature(query, Handler.idp.sec.sec_backend, certificate) for certificate in certificates):
            raise ValueError("the logout request is not signed")
        response = Handler.idp.create_logout_response(request, [BINDING_HTTP_REDIRECT], sign=False)
        destination = Handler.idp.response_args(request, [BINDING_HTTP_REDIRECT])["destination"]
        return self.sign(str(response), destination, query.get("RelayState", ""), response=True)

    def request_logout(self, service):
        """Asks a service to end the sessions of the user."""
        destination = Handler.idp.metadata.single_logout_service(service, BINDING_HTTP_REDIRECT, "spsso")[0]["location"]
        name_id = NameID(format=NAMEID_FORMAT_PERSISTENT, text=CONFIGURATION["user"]["id"])
        _, request = Handler.idp.create_logout_request(destination, service, name_id=name_id, sign=False)
        return self.sign(str(request), destination, "", response=False)

    def sign(self, message, destination, relay_state, response):
        options = {"response": response, "sign": True, "sigalg": SIGNATURE_ALGORITHM}
        binding = Handler.idp.apply_binding(BINDING_HTTP_REDIRECT, message, destination, relay_state, **options)
        return dict(binding["headers"])["Location"]

    def redirect(self, location):
        self.send_response(303)
        self.send_header("Location", location)
        self.end_headers()

    def answer(self, text, content_type="text/html; charset=utf-8"):
        self.send_response(200)
        self.send_header("Content-Type", content_type)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, format, *args):
        pass


ThreadingHTTPServer(("127.0.0.1", CONFIGURATION["port"]), Handler).serve_forever()
