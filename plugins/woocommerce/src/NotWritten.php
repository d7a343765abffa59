<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

/** The shop did not store an order. Done again, it may work. */
final class NotWritten extends \RuntimeException
{
}
