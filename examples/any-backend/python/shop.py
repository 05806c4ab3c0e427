"""What a shop's server does: `python3 shop.py page|session|card|status|refund`. Each command prints JSON."""

import base64
import json
import os
import sys
import uuid
from urllib.parse import quote

from sluice import Refused, Sluice, base64url

sluice = Sluice()
RETURN_URL = "https://shop.example/orders/done"


def new_order():
    """Store the order before you send it. `amount` is in minor units: 2499 is 24.99."""
    return order(f"order-{uuid.uuid4().hex}")


def order(reference):
    terminal_id = os.environ["SLUICE_TERMINAL_ID"]
    return {"terminal_id": terminal_id, "reference": reference, "amount": 2499, "currency": "EUR"}


# Take a payment on the payment page


def create_page(order):
    """Answer the customer with 303 to `redirect_url`, and store `session_id` with the order."""
    page = {**order, "transaction_type": "PURCHASE", "return_url": RETURN_URL}
    return sluice.call("POST", "/api/hosted-payment-page", page)


# Create a session for card fields


def create_session(order):
    """Render `id` into the page with the card fields, and store it with the order."""
    session = {**order, "description": "Harbour lantern", "transaction_type": "PURCHASE", "return_url": RETURN_URL}
    return sluice.call("POST", "/api/sessions", session)


# Ask whether it is paid


def find_payment(order, payment_id):
    """Asks by the id of a session or a transaction. The id came through a browser, so compare with the order."""
    try:
        path = f"/api/transactions/{quote(payment_id, safe='')}/status"
        payment = sluice.call("GET", path)["transaction"]
    except Refused as refusal:
        if refusal.status == 404:
            return {"paid": False, "status": "NOT_PAID_YET"}
        raise
    is_of_order = all(payment[name] == value for name, value in order.items())
    is_sale = payment["transaction_type"] in ("PURCHASE", "PAYMENT")
    paid = payment["status"] == "APPROVED" and is_of_order and is_sale
    return {"paid": paid, "status": payment["status"], "transaction_id": payment["id"]}


# Refund


def refund(order, transaction_id, amount, key):
    """Store `key` with the refund before you send it: however often you repeat the call, money moves once."""
    request = {
        "terminal_id": order["terminal_id"],
        "reference": order["reference"],
        "parent_transaction_id": transaction_id,
        "transaction_type": "REFUND",
        "amount": amount,
        "currency": order["currency"],
    }
    return sluice.call("POST", "/api/transactions/manage", request, key)


# Take a card on your own server


def pay_by_card(order, number):
    """A decline is an answer, not an exception: branch on `processing_code`."""
    payment = {
        **order,
        "transaction_type": "PURCHASE",
        "return_url": RETURN_URL,
        "payment_method": {"type": "card", "data": sluice.seal_card(number, "12", "2040", "123")},
        "customer_ip": "203.0.113.7",  # the customer's
        "browser_info": {  # from the customer's browser
            "user_agent": "Mozilla/5.0",
            "accept_header": "text/html",
            "java_enabled": False,
            "color_depth": 24,
            "screen_height": 900,
            "screen_width": 1440,
            "time_zone_offset": -60,
            "language": "en-GB",
        },
    }
    return next_step(sluice.call("POST", "/api/transactions/authorize", payment))


# 3-D Secure by redirect


def next_step(envelope):
    """What to answer the customer's browser: a redirect, a form that it posts, or the result."""
    while (action := envelope["action"]) and action["type"] == "THREE_DS_2_FINGERPRINT":
        # N: this shop skips the fingerprint, so banks challenge more often.
        answer = {"fingerprint_result": completion("N"), "payment_data": action["payment_data"]}
        trans_id = read_token(action)["three_ds_server_trans_id"]
        path = f"/api/transactions/three-ds/{trans_id}/request-authentication"
        envelope = sluice.call("POST", path, answer)
    if action:
        return {"transaction_id": action["transaction_id"], "form": challenge_form(read_token(action))}
    if step := envelope["redirect"]:
        return {"transaction_id": step["transaction_id"], "redirect": step["url"]}
    if step := envelope["form_submit"]:
        return {"transaction_id": step["transaction_id"], "form": {"url": step["url"], "fields": step["data"]}}
    result = envelope["result"]
    return {
        "transaction_id": result["id"],
        "status": result["status"],
        "processing_code": result["processing_code"],
    }


def challenge_form(token):
    """The browser posts this to the bank. The gateway finishes the payment and leads to `return_url`."""
    request = {
        "threeDSServerTransID": token["three_ds_server_trans_id"],
        "acsTransID": token["acs_trans_id"],
        "messageVersion": token["message_version"],
        "messageType": "CReq",
        "challengeWindowSize": "05",  # the full page
    }
    return {"url": token["acs_url"], "fields": {"creq": base64url(json.dumps(request).encode())}}


def read_token(action):
    return json.loads(base64.b64decode(action["token"]))


def completion(indicator):
    return base64.b64encode(json.dumps({"threeDSCompInd": indicator}).encode()).decode()


# Commands


def run(command, *words):
    if command == "page":
        bought = new_order()
        return {"reference": bought["reference"], **create_page(bought)}
    if command == "session":
        return create_session(new_order())
    if command == "card":
        bought = new_order()
        return {"reference": bought["reference"], **pay_by_card(bought, sys.stdin.readline().strip())}
    if command == "status":
        reference, payment_id = words
        return find_payment(order(reference), payment_id)
    if command == "refund":
        reference, transaction_id, amount, key = words
        return refund(order(reference), transaction_id, int(amount), key)
    raise SystemExit("page | session | card | status REFERENCE ID | refund REFERENCE TRANSACTION_ID AMOUNT KEY")


if __name__ == "__main__":
    print(json.dumps(run(*(sys.argv[1:] or [""]))))
