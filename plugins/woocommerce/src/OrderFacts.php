<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

/** An order as the shop has it now, as far as its payments concern it. */
final class OrderFacts
{
    /**
     * @param string $number        The number that people see.
     * @param string $status        Without `wc-`, such as `pending`.
     * @param string $total         The price as a decimal.
     * @param bool   $isOurs        True if the payer's last choice is our way to pay.
     * @param string $transactionId The transaction that paid it, of any way to pay; empty if it is unpaid.
     */
    public function __construct(
        public readonly string $id,
        public readonly string $number,
        public readonly string $status,
        public readonly string $total,
        public readonly string $currency,
        public readonly bool $isOurs,
        public readonly string $transactionId,
        public readonly Memory $memory,
        public readonly ?string $redirectUrl,
        public readonly ?string $cancelUrl,
    ) {
    }

    /**
     * Id of the payment that paid the order; null if none of ours did. The order's record says whether it is ours: ids of
     * Razorpay begin with `pay_`, too.
     */
    public function getPaidBy(): ?string
    {
        return in_array($this->transactionId, $this->memory->payments, true) ? $this->transactionId : null;
    }
}
