<?php

declare(strict_types=1);

namespace CryptoCheckout;

/** A price, turned into an exact amount of one coin on one network, until a deadline. Amounts are decimal text. */
final class Payment extends ApiResource
{
    /**
     * @param string               $status         `created`, `partially_paid`, `processing`, `completed`, `expired` or
     *                                             `cancelled`. Deliver on `completed`.
     * @param string               $amount         The price, in `currency`.
     * @param string               $cryptoAmount   The amount to pay, in whole coins.
     * @param string               $url            Address of the payment page. Send the payer there.
     * @param string|null          $supersedes     Id of the payment that this one replaced.
     * @param string|null          $supersededBy   Id of the payment that replaced this one.
     * @param string               $amountReceived In whole coins, as `amountDue` and `amountRefunded`.
     * @param list<string>         $exceptions     `underpaid`, `overpaid`, `late`, `multiple`, `manual`, `overrefunded`.
     * @param array<string, mixed> $metadata       Your own data. Escape it before you show it.
     * @param bool                 $livemode       False in the sandbox.
     * @param array<string, mixed> $answer         All fields of the API.
     */
    protected function __construct(
        public readonly string $id,
        public readonly string $status,
        public readonly string $amount,
        public readonly string $currency,
        public readonly string $cryptoAmount,
        public readonly string $cryptocurrency,
        public readonly string $network,
        public readonly string $url,
        public readonly string $expiresAt,
        public readonly string $createdAt,
        public readonly ?string $completedAt,
        public readonly ?string $cancelledAt,
        public readonly ?string $description,
        public readonly ?string $reference,
        public readonly ?string $redirectUrl,
        public readonly ?string $cancelUrl,
        public readonly ?string $supersedes,
        public readonly ?string $supersededBy,
        public readonly string $merchantWallet,
        public readonly string $amountReceived,
        public readonly string $amountDue,
        public readonly string $amountRefunded,
        public readonly array $exceptions,
        public readonly array $metadata,
        public readonly ?string $receiptUrl,
        public readonly bool $livemode,
        public readonly array $answer,
    ) {
    }
}
