<?php
/**
 * Plugin Name: Crypto Checkout for WooCommerce (preview)
 * Description: Stablecoin payments by your own checkout server. Preview: not yet run in a shop.
 * Version: 0.1.0
 * Requires at least: 6.5
 * Requires PHP: 8.1
 * Requires Plugins: woocommerce
 * WC requires at least: 8.6
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain: crypto-checkout
 */

declare(strict_types=1);

use CryptoCheckout\WooCommerce\WordPress\Plugin;

defined('ABSPATH') || exit;

spl_autoload_register(static function (string $class): void {
    // The zip contains the client. In a clone it is elsewhere.
    $client = is_dir(__DIR__ . '/client') ? __DIR__ . '/client/src' : dirname(__DIR__, 2) . '/clients/php/src';
    foreach (['CryptoCheckout\\WooCommerce\\' => __DIR__ . '/src', 'CryptoCheckout\\' => $client] as $prefix => $folder) {
        $file = $folder . '/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require $file;
            return;
        }
    }
});

Plugin::register(__FILE__);
