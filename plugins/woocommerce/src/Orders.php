<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

/** The orders of the shop. */
interface Orders
{
    /** Address of the shop, which tells its payments from those of other shops of the merchant. */
    public function getShop(): string;

    /**
     * The id of the order that a payment belongs to, by its metadata; null if this shop has none.
     *
     * @param array<string, mixed> $metadata
     */
    public function findId(array $metadata): ?string;

    /**
     * Runs with the order as it is now, while nobody else does so. Throws Busy if somebody does for too long.
     *
     * @template T
     * @param callable(Order): T $run
     * @return T
     */
    public function lock(string $id, callable $run): mixed;

    /** The number of the last event that was read. */
    public function getCursor(): int;

    public function setCursor(int $sequence): void;
}
