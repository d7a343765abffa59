<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

/** Values that the shop stores by name. */
interface Settings
{
    /** Null if there is none. */
    public function read(string $name): mixed;

    public function write(string $name, mixed $value): void;

    /** Keeps a value of the person who makes this request, for a time. */
    public function remember(string $name, mixed $value, int $seconds): void;

    /** Returns such a value and forgets it; null if there is none. */
    public function take(string $name): mixed;
}
