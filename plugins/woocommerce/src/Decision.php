<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

/** The effect of a payment on an order. */
final class Decision
{
    /**
     * @param string|null $status    The new status; null if it stays.
     * @param bool        $completes True if the payment pays the order. The shop chooses the status, reduces the stock
     *                               and sends its mails.
     * @param string|null $stock     `reduce`, `restore` or null.
     * @param Note|null   $note      For the merchant.
     * @param bool        $attention True if the merchant has to look.
     * @param string      $report    What is reported by this, so that it is reported once.
     */
    public function __construct(
        public readonly string $paymentId,
        public readonly ?string $status = null,
        public readonly bool $completes = false,
        public readonly ?string $stock = null,
        public readonly ?Note $note = null,
        public readonly bool $attention = false,
        public readonly string $report = '',
    ) {
    }
}
