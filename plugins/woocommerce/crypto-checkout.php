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

require __DIR__ . '/src/autoload.php';

Plugin::register(__FILE__);
