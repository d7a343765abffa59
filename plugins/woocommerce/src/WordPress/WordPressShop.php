<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\WordPress;

use Automattic\WooCommerce\Caches\OrderCache;
use Automattic\WooCommerce\Internal\DataStores\Orders\OrdersTableDataStore;
use Automattic\WooCommerce\Internal\DataStores\Orders\OrdersTableDataStoreMeta;
use CryptoCheckout\WooCommerce\Shop;
use CryptoCheckout\WooCommerce\Unready;

/** WordPress with WooCommerce. Orders are read by wc_get_order only, whichever tables they are in. */
final class WordPressShop implements Shop
{
    /** Caches of orders that have tables of their own, and how an order leaves them. */
    private const CACHES = [
        OrderCache::class => 'remove',
        OrdersTableDataStore::class => 'clear_cached_data',
        OrdersTableDataStoreMeta::class => 'clear_cached_data',
    ];

    public function getAddress(): string
    {
        // Plug-ins for languages change home_url() from request to request.
        return Plugin::toText(get_option('home'));
    }

    public function getMethod(): string
    {
        $settings = get_option('woocommerce_' . Gateway::ID . '_settings', []);
        return is_array($settings) ? Plugin::toText($settings['method'] ?? '') : '';
    }

    public function findOrder(string $id, bool $isFresh = false): ?WooOrder
    {
        $order = $isFresh ? self::load((int) $id) : wc_get_order((int) $id);
        return $order instanceof \WC_Order ? new WooOrder($order) : null;
    }

    /** An order as it is stored; null if there is none. */
    public static function load(int $id): ?\WC_Order
    {
        clean_post_cache($id);
        // WooCommerce's own classes, which are not there in each version.
        foreach (self::CACHES as $class => $method) {
            if (method_exists($class, $method)) {
                wc_get_container()->get($class)->$method($method === 'remove' ? $id : [$id]);
            }
        }
        $order = wc_get_order($id);
        if (!$order instanceof \WC_Order) {
            return null;
        }
        $order->read_meta_data(true);
        return $order;
    }

    public function log(\Throwable $error): void
    {
        $text = $error instanceof Unready ? Plugin::write($error->note, forPayer: true) : $error->getMessage();
        wc_get_logger()->error($text, ['source' => 'crypto-checkout']);
    }

    public function read(string $name): mixed
    {
        return get_option($name, null);
    }

    public function write(string $name, mixed $value): void
    {
        update_option($name, $value, false);
    }

    public function remember(string $name, mixed $value, int $seconds): void
    {
        set_transient($name . '_' . get_current_user_id(), $value, $seconds);
    }

    public function take(string $name): mixed
    {
        $value = get_transient($name . '_' . get_current_user_id());
        delete_transient($name . '_' . get_current_user_id());
        return $value === false ? null : $value;
    }

    public function insert(string $name, string $value): bool
    {
        global $wpdb;
        $insert = "INSERT IGNORE INTO {$wpdb->options} (option_name, option_value, autoload) VALUES (%s, %s, 'no')";
        return (int) $wpdb->query($wpdb->prepare($insert, $name, $value)) === 1;
    }

    public function get(string $name): string
    {
        global $wpdb;
        return (string) $wpdb->get_var($wpdb->prepare("SELECT option_value FROM {$wpdb->options} WHERE option_name = %s", $name));
    }

    public function delete(string $name, string $value): void
    {
        global $wpdb;
        $wpdb->query($wpdb->prepare("DELETE FROM {$wpdb->options} WHERE option_name = %s AND option_value = %s", $name, $value));
    }
}
