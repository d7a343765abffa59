<?php

declare(strict_types=1);

namespace CryptoCheckout;

/** Money of a payment that goes back to the payer. Amounts are decimal text. */
final class Refund extends ApiResource
{
    /**
     * @param string                    $amount       The part of the price that goes back, in `currency`.
     * @param string                    $cryptoAmount In whole coins.
     * @param string                    $status       `pending`, `submitted`, `completed`, `failed` or `cancelled`.
     * @param array<string, mixed>|null $nextAction   The action that it waits for, with a `type` and mostly a `url`:
     *                                                `sign` by your wallet, or `collect_destination` by the payer.
     * @param string|null               $failure      The reason why it failed, in words.
     * @param array<string, mixed>      $answer       All fields of the API.
     */
    protected function __construct(
        public readonly string $id,
        public readonly string $paymentId,
        public readonly string $amount,
        public readonly string $currency,
        public readonly string $cryptoAmount,
        public readonly string $cryptocurrency,
        public readonly string $network,
        public readonly string $status,
        public readonly ?string $destination,
        public readonly ?array $nextAction,
        public readonly ?string $failure,
        public readonly ?string $reason,
        public readonly string $createdAt,
        public readonly ?string $completedAt,
        public readonly ?string $receiptUrl,
        public readonly array $answer,
        public readonly ?string $reference = null,
    ) {
    }
}
