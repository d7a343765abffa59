<?php

declare(strict_types=1);

namespace CryptoCheckout;

/** The answer to a code. Its secrets are shown only once: store them. */
final class ConnectedShop extends ApiResource
{
    /**
     * @param array{id: string, name: string}                          $merchant
     * @param list<string>                                             $scopes
     * @param array{id: string, publicKey: string, secretKey: string} $key
     * @param array{id: string, url: string, secret: string}          $webhook
     */
    protected function __construct(
        public readonly string $id,
        public readonly array $merchant,
        public readonly array $scopes,
        public readonly array $key,
        public readonly array $webhook,
        public readonly bool $livemode,
        public readonly array $answer,
    ) {
    }
}
