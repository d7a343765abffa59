<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

/** The orders of a shop system. A row of each is its lock. */
final class ShopOrders implements Orders
{
    private const CURSOR = 'crypto_checkout_cursor';
    /** Longer than all requests that are made with a lock. A dead process blocks the order for this long. */
    private const LOCK_S = 90;
    private const WAIT_S = 8;

    /** @var array<string, true> Orders that this process has locked. */
    private static array $held = [];

    public function __construct(private readonly Shop $shop)
    {
    }

    public static function isHeld(string $id): bool
    {
        return isset(self::$held[$id]);
    }

    public function getShop(): string
    {
        return $this->shop->getAddress();
    }

    public function findId(array $metadata): ?string
    {
        $isOurs = ($metadata['shop'] ?? null) === $this->getShop();
        return $isOurs ? $this->shop->findOrder((string) (int) ($metadata['order'] ?? 0))?->read()->id : null;
    }

    public function lock(string $id, callable $run): mixed
    {
        $token = $this->acquire("crypto_checkout_lock_$id");
        self::$held[$id] = true;
        try {
            return $run($this->shop->findOrder($id, isFresh: true) ?? throw new \RuntimeException("There is no order $id."));
        } finally {
            unset(self::$held[$id]);
            $this->shop->delete("crypto_checkout_lock_$id", $token);
        }
    }

    public function getCursor(): int
    {
        return (int) $this->shop->read(self::CURSOR);
    }

    public function setCursor(int $sequence): void
    {
        $this->shop->write(self::CURSOR, $sequence);
    }

    /** The name of a row is unique, so one of all processes makes it. */
    private function acquire(string $name): string
    {
        $waitUntil = microtime(true) + self::WAIT_S;
        do {
            $token = time() . ':' . bin2hex(random_bytes(8));
            if ($this->shop->insert($name, $token)) {
                return $token;
            }
            $holder = $this->shop->get($name);
            if ($holder !== '' && (int) $holder < time() - self::LOCK_S) {
                $this->shop->delete($name, $holder);
            } else {
                usleep(100_000);
            }
        } while (microtime(true) < $waitUntil);
        throw new Busy("The order of $name is busy.");
    }
}
