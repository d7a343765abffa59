<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\WordPress;

use CryptoCheckout\WooCommerce\Busy;
use CryptoCheckout\WooCommerce\Orders;

/** The orders of WooCommerce, whichever tables they are in: they are read by wc_get_order only. */
final class WooOrders implements Orders
{
    private const CURSOR = 'crypto_checkout_cursor';
    /** Longer than all requests that are made with a lock. A dead process blocks the order for this long. */
    private const LOCK_S = 90;
    private const WAIT_S = 8;

    /** @var array<string, true> Orders that this process has locked. */
    private static array $held = [];

    public static function isHeld(string $id): bool
    {
        return isset(self::$held[$id]);
    }

    public function getShop(): string
    {
        // Plug-ins for languages change home_url() from request to request.
        return (string) get_option('home');
    }

    public function findId(array $metadata): ?string
    {
        if (($metadata['shop'] ?? null) !== $this->getShop()) {
            return null;
        }
        $order = wc_get_order((int) ($metadata['order'] ?? 0));
        return $order instanceof \WC_Order ? (string) $order->get_id() : null;
    }

    public function lock(string $id, callable $run): mixed
    {
        $token = $this->acquire("crypto_checkout_lock_$id");
        self::$held[$id] = true;
        try {
            // Read what another process wrote meanwhile.
            clean_post_cache((int) $id);
            $order = wc_get_order((int) $id);
            if (!$order instanceof \WC_Order) {
                throw new \RuntimeException("There is no order $id.");
            }
            $order->read_meta_data(true);
            return $run(new WooOrder($order));
        } finally {
            unset(self::$held[$id]);
            $this->release("crypto_checkout_lock_$id", $token);
        }
    }

    public function getCursor(): int
    {
        return (int) get_option(self::CURSOR, 0);
    }

    public function setCursor(int $sequence): void
    {
        update_option(self::CURSOR, $sequence, false);
    }

    /** The name of an option is unique, so one of all processes makes the row. */
    private function acquire(string $name): string
    {
        global $wpdb;
        $waitUntil = microtime(true) + self::WAIT_S;
        do {
            $token = time() . ':' . bin2hex(random_bytes(8));
            $insert = "INSERT IGNORE INTO {$wpdb->options} (option_name, option_value, autoload) VALUES (%s, %s, 'no')";
            if ((int) $wpdb->query($wpdb->prepare($insert, $name, $token)) === 1) {
                return $token;
            }
            $holder = (string) $wpdb->get_var($wpdb->prepare("SELECT option_value FROM {$wpdb->options} WHERE option_name = %s", $name));
            if ($holder !== '' && (int) $holder < time() - self::LOCK_S) {
                $this->release($name, $holder);
            } else {
                usleep(100_000);
            }
        } while (microtime(true) < $waitUntil);
        throw new Busy("The order of $name is busy.");
    }

    private function release(string $name, string $token): void
    {
        global $wpdb;
        $wpdb->query($wpdb->prepare("DELETE FROM {$wpdb->options} WHERE option_name = %s AND option_value = %s", $name, $token));
    }
}
