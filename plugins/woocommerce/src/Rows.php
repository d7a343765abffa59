<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

/** Rows with unique names, which all processes of the shop see at once. */
interface Rows
{
    /** Makes a row. False if there is one of this name. */
    public function insert(string $name, string $value): bool;

    /** The value as any process has written it last; empty if there is none. */
    public function get(string $name): string;

    /** Deletes a row unless it has another value. */
    public function delete(string $name, string $value): void;
}
