#!/usr/bin/env bash
# What a shop's server does, by curl and jq: `./sluice.sh page|session|payment|status|refund`. Each command prints JSON.
set -euo pipefail
umask 077 # Only you may read what this writes.

# Access token

# Prints the token. The secret goes through a pipe, because everybody on this machine sees the arguments of a program.
# The token is reused until 30 seconds before it expires.
access_token() {
  local file="${SLUICE_CACHE:-$HOME/.cache}/sluice-token" grant
  if [[ ! -s $file || $(head -n 1 "$file") -le $(date +%s) ]]; then
    grant=$(
      printf 'data-urlencode = "%s"\n' \
        'grant_type=client_credentials' "client_id=$SLUICE_CLIENT_ID" "client_secret=$SLUICE_CLIENT_SECRET" |
        curl --silent --show-error --fail-with-body --max-time 40 --user-agent lantern-shop/1.0 --config - \
          "$SLUICE_AUTH_URL/realms/$SLUICE_REALM/protocol/openid-connect/token"
    )
    jq -r '(now + .expires_in - 30 | floor), .access_token' <<<"$grant" >"$file"
  fi
  tail -n 1 "$file"
}

# Requests

# call METHOD PATH [BODY [KEY]] prints the answer. After no answer, 429 or 5xx, curl repeats the request: the same key makes
# sure that nothing happens twice. If it fails all the same, the outcome is unknown: run the command again, with that key.
call() {
  local method=$1 path=$2 body=${3:-} key=${4:-$(openssl rand -hex 16)} token answer status
  token=$(access_token)
  answer=$(mktemp)
  status=$(
    {
      printf 'header = "%s"\n' "Authorization: Bearer $token"
      if [[ -n $body ]]; then
        printf 'header = "%s"\n' 'Content-Type: application/json' "Idempotency-Key: $key"
        printf 'data-raw = %s\n' "$(jq -R <<<"$body")"
      fi
    } | curl --silent --show-error --max-time 40 --retry 2 --retry-all-errors --user-agent lantern-shop/1.0 --config - \
      --request "$method" --output "$answer" --write-out '%{http_code}' "$SLUICE_BASE_URL$path"
  ) || { echo "The outcome is unknown. Repeat with the key $key." >&2 && return 1; }
  if ((status == 401)); then rm "${SLUICE_CACHE:-$HOME/.cache}/sluice-token"; fi # The next call gets a new one.
  if ((status >= 400)); then echo "$status $(<"$answer")" >&2 && rm "$answer" && return 1; fi
  cat "$answer" && rm "$answer"
}

# Amounts are integers in minor units: 2499 is 24.99.
order() {
  jq -n -c --arg reference "$1" --arg terminal "$SLUICE_TERMINAL_ID" \
    '{terminal_id: $terminal, reference: $reference, amount: 2499, currency: "EUR"}'
}

# Take a payment on the payment page

# Answer the customer with 303 to `redirect_url`, and store `session_id` with the order.
create_page() {
  local reference body
  reference="order-$(openssl rand -hex 16)"
  body=$(jq -c '. + {transaction_type: "PURCHASE", return_url: "https://shop.example/orders/done"}' <<<"$(order "$reference")")
  call POST /api/hosted-payment-page "$body" | jq -c --arg reference "$reference" '. + {reference: $reference}'
}

# Create a session for card fields

# Render `id` into the page with the card fields, and store it with the order.
create_session() {
  local body
  body=$(jq -c '. + {description: "Harbour lantern", transaction_type: "PURCHASE",
    return_url: "https://shop.example/orders/done"}' <<<"$(order "order-$(openssl rand -hex 16)")")
  call POST /api/sessions "$body"
}

# Start a bank payment

# Answer the customer with 303 to `redirect`.
create_payment() {
  local reference body
  reference="order-$(openssl rand -hex 16)"
  body=$(jq -c '. + {method: "OPEN_BANKING", country: "DE", customer_ip: "203.0.113.7", description: "Harbour lantern",
    return_url: "https://shop.example/orders/done", error_url: "https://shop.example/orders/failed",
    cancel_url: "https://shop.example/basket"}' <<<"$(order "$reference")")
  call POST /api/transactions/payment "$body" |
    jq -c --arg reference "$reference" '{reference: $reference, redirect: .redirect.url, transaction_id: .redirect.transaction_id}'
}

# Ask whether it is paid

# find_payment REFERENCE ID asks by the id of a session or a transaction. The id came through a browser, so compare.
# A payment that is not there yet is a 404.
find_payment() {
  call GET "/api/transactions/$(jq -n -r --arg id "$2" '$id | @uri')/status" | jq -c --argjson order "$(order "$1")" '.transaction | {
    paid: (.status == "APPROVED" and (.transaction_type | IN("PURCHASE", "PAYMENT"))
      and ({terminal_id, reference, amount, currency} == $order)),
    status, transaction_id: .id }'
}

# Refund

# refund REFERENCE TRANSACTION_ID AMOUNT KEY: however often you repeat it with the same key, money moves once.
refund() {
  local body
  body=$(jq -c --arg parent "$2" --argjson amount "$3" \
    '. + {parent_transaction_id: $parent, transaction_type: "REFUND", amount: $amount}' <<<"$(order "$1")")
  call POST /api/transactions/manage "$body" "$4"
}

# Commands

case "${1:-}" in
  page) create_page ;;
  session) create_session ;;
  payment) create_payment ;;
  status) find_payment "$2" "$3" ;;
  refund) refund "$2" "$3" "$4" "$5" ;;
  *) echo 'page | session | payment | status REFERENCE ID | refund REFERENCE TRANSACTION_ID AMOUNT KEY' >&2 && exit 2 ;;
esac
