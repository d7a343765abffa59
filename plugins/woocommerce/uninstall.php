<?php

/** Removes what the plug-in stored besides the orders, above all its keys. */

declare(strict_types=1);

defined('WP_UNINSTALL_PLUGIN') || exit;

foreach (['crypto_checkout_connection', 'crypto_checkout_cursor', 'woocommerce_crypto_checkout_settings'] as $option) {
    delete_option($option);
}
