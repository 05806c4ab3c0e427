"""Receives webhooks at PORT. Your web framework takes the place of http.server; read the raw body there, too."""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from sluice import verify_webhook

SECRETS = os.environ["SLUICE_WEBHOOK_SECRET"].split()
BODY_MAX_BYTES = 1_000_000


class Receiver(BaseHTTPRequestHandler):
    timeout = 15

    def do_POST(self):
        length = int(self.headers.get("Content-Length") or 0)
        if length > BODY_MAX_BYTES:
            return self.answer(413)
        try:
            event = verify_webhook(self.headers, self.rfile.read(length), SECRETS)
        except ValueError:
            return self.answer(400)
        # Store webhook-id in the same transaction as your change: a message may arrive twice. Then answer 2xx within 15 seconds.
        summary = {name: event["payload"].get(name) for name in ("reference", "status", "amount")}
        print(json.dumps({"id": self.headers["webhook-id"], "event": event["event"], **summary}), flush=True)
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver).serve_forever()
