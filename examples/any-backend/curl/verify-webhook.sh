#!/usr/bin/env bash
# Says whether a webhook that you have captured is the gateway's, by openssl:
# `./verify-webhook.sh WEBHOOK_ID WEBHOOK_TIMESTAMP WEBHOOK_SIGNATURE <body`. It exits with 0 if it is, else with 1.
set -euo pipefail -f # -f: a star in a header names no files.
export LC_ALL=C

# Verify a webhook

# `openssl dgst -hmac KEY` would show the key to everybody who lists the programs of this machine. So this is HMAC as
# RFC 2104 defines it: hash(key ^ opad, hash(key ^ ipad, message)). The key has at most 64 bytes.
hmac() { # hmac KEY_IN_HEX <message
  { xor "$1" 5c; { xor "$1" 36; cat; } | openssl dgst -sha256 -binary; } | openssl dgst -sha256 -binary
}

xor() { # xor KEY_IN_HEX PAD prints 64 bytes.
  local at bytes=''
  for ((at = 0; at < 128; at += 2)); do
    printf -v bytes '%s\\x%02x' "$bytes" $((0x${1:at:2}0 / 16 ^ 0x$2))
  done
  printf '%b' "$bytes"
}

# Only digits: bash runs commands that it finds in arithmetic.
if [[ ! $2 =~ ^[1-9][0-9]{0,11}$ ]]; then echo 'webhook-timestamp is no number' >&2 && exit 1; fi
age=$(($(date +%s) - $2))
if ((age > 300 || age < -300)); then echo 'webhook-timestamp is too far from now' >&2 && exit 1; fi

message=$(mktemp)
trap 'rm -f "$message"' EXIT
{ printf '%s.%s.' "$1" "$2" && cat; } >"$message" # In a file: a variable of the shell would lose the last line break.
once=$(openssl rand -hex 32)
for secret in $SLUICE_WEBHOOK_SECRET; do # two during a rotation
  key=$(openssl base64 -d -A <<<"${secret#whsec_}" | od -An -v -tx1 | tr -d ' \n')
  expected="v1,$(hmac "$key" <"$message" | openssl base64 -A)"
  for given in $3; do
    # This comparison is not constant-time. Both values are HMACs under a random key, so its timing reveals nothing useful.
    if [[ $(hmac "$once" <<<"$given" | openssl base64 -A) == $(hmac "$once" <<<"$expected" | openssl base64 -A) ]]; then
      echo 'verified'
      exit
    fi
  done
done
echo 'no signature matches' >&2
exit 1
