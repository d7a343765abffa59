#!/bin/sh
# /usr/local/bin/crypto-checkout: a command as the user of crypto-checkout.service, with its configuration and its data.
set -eu
umask 077
cd /var/lib/crypto-checkout
exec runuser -u crypto-checkout -- env DATA_DIR=/var/lib/crypto-checkout \
  CRYPTO_CHECKOUT_CONFIG=/etc/crypto-checkout/crypto-checkout.config.json \
  /usr/bin/node /opt/crypto-checkout/node_modules/@crypto-checkout/server/dist/main.js "$@"
