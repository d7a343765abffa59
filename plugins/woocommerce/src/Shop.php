<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

/** The shop system, as far as the plug-in needs it. */
interface Shop extends Rows, Settings
{
    /** Address of the shop, which tells its payments from those of other shops of the merchant. */
    public function getAddress(): string;

    /** The coin and network that a payment offers first, as `USDC/polygon`; empty for any. */
    public function getMethod(): string;

    /** An order; null if there is none. `$isFresh`: as other processes have written it since. */
    public function findOrder(string $id, bool $isFresh = false): ?Order;

    public function log(\Throwable $error): void;
}
