#!/bin/sh
# Prints the site's live.json, with a login for TURN that is good for two days; once a day:
#   TURN_SECRET=... sh live.sh relay.example.org > live.json.new && mv live.json.new /path/of/the/site/live.json
set -eu
: "${TURN_SECRET:?}"
until=$(($(date +%s) + 172800))
password=$(printf %s "$until" | openssl dgst -sha1 -hmac "$TURN_SECRET" -binary | openssl base64)
cat <<END
{
  "relay": "wss://$1:8084/mqtt",
  "servers": [
    {"urls": "stun:$1:3478"},
    {
      "urls": ["turn:$1:3478", "turn:$1:3478?transport=tcp"],
      "username": "$until",
      "credential": "$password"
    }
  ]
}
END
