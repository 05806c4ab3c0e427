"""A client for Sluice in one file. It needs Python 3.9 or later and, to seal cards, the package `cryptography`."""

import base64
import hashlib
import hmac
import json
import os
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

# Access token

TIMEOUT_SECONDS = 40  # The gateway waits up to 35 seconds for a provider.
USER_AGENT = "lantern-shop/1.0"  # Your shop's name. A request without User-Agent is an empty 403.


class Refused(Exception):
    """The gateway refused the request, and nothing happened. `body` says why."""

    def __init__(self, status, body):
        super().__init__(f"{status} {body}")
        self.status = status
        self.body = body


class OutcomeUnknown(Exception):
    """No answer came. Repeat the call with the same key, or ask for the status. Never start a second payment."""


class Sluice:
    def __init__(self, env=os.environ):
        self._base_url = env["SLUICE_BASE_URL"]
        self._token_url = f"{env['SLUICE_AUTH_URL']}/realms/{env['SLUICE_REALM']}/protocol/openid-connect/token"
        self._client = {"client_id": env["SLUICE_CLIENT_ID"], "client_secret": env["SLUICE_CLIENT_SECRET"]}
        self._lock = threading.Lock()
        self._token, self._token_ends = "", 0.0
        self._keys, self._keys_end = [], 0.0

    def _access_token(self):
        """Reuses the token until 30 seconds before it expires."""
        with self._lock:
            if time.monotonic() > self._token_ends - 30:
                form = {"grant_type": "client_credentials", **self._client}
                data = urllib.parse.urlencode(form).encode()
                answer = self._exchange("POST", self._token_url, {}, data)
                if answer.status != 200:
                    raise Refused(answer.status, answer.text)
                grant = json.loads(answer.text)
                self._token, self._token_ends = grant["access_token"], time.monotonic() + grant["expires_in"]
            return self._token

    # Requests

    def call(self, method, path, body=None, key=None):
        """Returns the JSON of the answer. Repeats a request without an answer, under the same idempotency key."""
        data, headers = None, {}
        if body is not None:
            data = json.dumps(body).encode()
            headers = {"Content-Type": "application/json", "Idempotency-Key": key or str(uuid.uuid4())}
        problem = ""
        for attempt in range(3):
            try:
                headers["Authorization"] = f"Bearer {self._access_token()}"
                answer = self._exchange(method, self._base_url + path, headers, data)
            except OSError as error:  # No connection, or no answer in time.
                problem, pause = str(error), 2**attempt
            else:
                if answer.status < 400:
                    return json.loads(answer.text)
                problem, pause = f"HTTP {answer.status}", answer.retry_after or 2**attempt
                if answer.status == 401:
                    self._token_ends, pause = 0.0, 0
                # 409 with Retry-After: the first request is still being processed.
                elif answer.status < 500 and answer.status != 429 and not answer.retry_after:
                    raise Refused(answer.status, answer.text)
            if attempt < 2:
                time.sleep(pause)
        raise OutcomeUnknown(f"{method} {path}: {problem}")

    @staticmethod
    def _exchange(method, url, headers, data):
        request = urllib.request.Request(url, data, {"User-Agent": USER_AGENT, **headers}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
                return _Answer(response.status, response.headers, response.read().decode())
        except urllib.error.HTTPError as response:
            return _Answer(response.code, response.headers, response.read().decode())

    # Seal a card

    def seal_card(self, number, month, year, cvv):
        """Seals each field for one payment: compact JWE, ECDH-ES with A256GCM (RFC 7516, RFC 7518)."""
        now = int(time.time())
        if time.monotonic() > self._keys_end:
            self._keys = self.call("GET", "/api/encryption-keys")["keys"]
            self._keys_end = time.monotonic() + 3600
        usable = [one for one in self._keys if one["alg"] == "ECDH-ES" and one["nbf"] <= now < one["exp"]]
        if not usable:
            raise RuntimeError("there is no ECDH-ES key that is valid now")
        fields = {
            "encrypted_card_number": number,
            "encrypted_expiration_month": str(int(month)),  # without a leading zero
            "encrypted_expiration_year": year,
            "encrypted_cvv": cvv,
        }
        return {name: seal_field(usable[0], name, value, now) for name, value in fields.items()}


class _Answer:
    def __init__(self, status, headers, text):
        self.status, self.text = status, text
        self.retry_after = int(headers.get("Retry-After") or 0)


def seal_field(key, field, value, now):
    # Imported here, because a shop that uses the payment page needs no cryptography.
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    x, y = (int.from_bytes(from_base64url(key[name]), "big") for name in ("x", "y"))
    recipient = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
    ephemeral = ec.generate_private_key(ec.SECP256R1())
    point = ephemeral.public_key().public_numbers()
    coordinates = {name: base64url(getattr(point, name).to_bytes(32, "big")) for name in ("x", "y")}
    header = {
        "alg": "ECDH-ES",
        "enc": "A256GCM",
        "kid": key["kid"],
        "typ": "pgw-field+jwe",
        "fld": field,
        "iat": now,
        "epk": {"kty": "EC", "crv": "P-256", **coordinates},
    }
    protected = base64url(json.dumps(header).encode())
    shared = ephemeral.exchange(ec.ECDH(), recipient)
    # Concat KDF, RFC 7518 section 4.6.2: one round, no party information, 256 bits.
    info = b"\0\0\0\7A256GCM" + bytes(8) + (256).to_bytes(4, "big")
    content_key = hashlib.sha256(b"\0\0\0\1" + shared + info).digest()
    nonce = os.urandom(12)
    sealed = AESGCM(content_key).encrypt(nonce, value.encode(), protected.encode())
    return ".".join([protected, "", base64url(nonce), base64url(sealed[:-16]), base64url(sealed[-16:])])


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


# Verify a webhook

TOLERANCE_SECONDS = 300


def verify_webhook(headers, body, secrets, now=None):
    """Returns the event. `body` is the bytes as they arrived; `secrets` has two during a rotation."""
    message_id, sent_at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not sent_at.isdigit() or abs((now or time.time()) - int(sent_at)) > TOLERANCE_SECONDS:
        raise ValueError("webhook-timestamp is missing or too far from now")
    signed = f"{message_id}.{sent_at}.".encode() + body
    given = [one[3:] for one in headers.get("webhook-signature", "").split() if one.startswith("v1,")]
    for secret in secrets:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        expected = base64.b64encode(hmac.digest(key, signed, "sha256"))
        if any(hmac.compare_digest(expected, one.encode()) for one in given):
            return json.loads(body)
    raise ValueError("no signature matches")
