<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

use CryptoCheckout\Client;
use CryptoCheckout\Connect;
use CryptoCheckout\ConnectedShop;

/** The checkout to which a shop is connected, with its keys. */
final class Connection
{
    private const NAME = 'crypto_checkout_connection';

    private function __construct(
        public readonly string $checkoutUrl,
        private readonly string $baseUrl,
        private readonly string $publicKey,
        #[\SensitiveParameter] private readonly string $secretKey,
        #[\SensitiveParameter] private readonly string $webhookSecret,
        private readonly string $merchant,
        public readonly bool $livemode,
        private readonly string $shop,
    ) {
    }

    /** Null if the shop is not connected, also if it is a copy of one that is. */
    public static function load(Shop $shop): ?self
    {
        $fields = $shop->read(self::NAME);
        try {
            return is_array($fields) && ($fields['shop'] ?? null) === $shop->getAddress() ? new self(...$fields) : null;
        } catch (\Error) {
            // Somebody else has changed the fields.
            return null;
        }
    }

    /** Stores the connection, once the checkout has answered with its keys. */
    public static function save(Shop $shop, string $checkoutUrl, ConnectedShop $connected): void
    {
        $connection = new self(
            checkoutUrl: $checkoutUrl,
            baseUrl: Connect::getBaseUrl($checkoutUrl, $connected->livemode),
            publicKey: $connected->key['publicKey'],
            secretKey: $connected->key['secretKey'],
            webhookSecret: $connected->webhook['secret'],
            merchant: $connected->merchant['name'],
            livemode: $connected->livemode,
            shop: $shop->getAddress(),
        );
        // Skip events from before the connection. Read first, so that the shop is connected with a cursor or not at all.
        $events = $connection->createClient()->events->list(limit: 1, qrCode: false)->data;
        (new ShopOrders($shop))->setCursor($events[0]->sequence ?? 0);
        $shop->write(self::NAME, get_object_vars($connection));
    }

    public function describe(): Note
    {
        return Note::of($this->livemode ? 'connected' : 'connected_sandbox', $this->merchant, $this->checkoutUrl);
    }

    public function openCheckout(Shop $shop): Checkout
    {
        return new Checkout($this->createClient(), new ShopOrders($shop), $this->webhookSecret, $shop->getMethod());
    }

    private function createClient(): Client
    {
        // A payer waits, and web servers end what takes longer.
        return new Client($this->baseUrl, $this->publicKey, $this->secretKey, timeoutMs: 8_000, deadlineMs: 10_000);
    }
}
