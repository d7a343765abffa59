<?php

declare(strict_types=1);

namespace CryptoCheckout;

/** A way to pay that the checkout is configured for. */
final class PaymentMethod extends ApiResource
{
    /**
     * @param string      $state          `offered` or `unavailable`.
     * @param string|null $merchantWallet The wallet of the settings on this network.
     */
    protected function __construct(
        public readonly string $cryptocurrency,
        public readonly string $network,
        public readonly string $networkTitle,
        public readonly string $state,
        public readonly ?string $merchantWallet,
        public readonly array $answer,
    ) {
    }
}
