<?php

declare(strict_types=1);

namespace CryptoCheckout;

/** A change that the checkout reports. It may come twice, late and out of order: fetch what it is about. */
final class Event extends ApiResource
{
    /**
     * @param string               $type     Such as `payment.completed`.
     * @param int                  $sequence Grows with each event of an environment.
     * @param array<string, mixed> $data     `object` is the thing that changed, as it was then.
     * @param array<string, mixed> $answer   All fields of the API.
     */
    protected function __construct(
        public readonly string $id,
        public readonly string $type,
        public readonly int $sequence,
        public readonly string $createdAt,
        public readonly bool $livemode,
        public readonly array $data,
        public readonly array $answer,
    ) {
    }
}
