<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

use CryptoCheckout\CheckoutApiError;
use CryptoCheckout\Connect;
use CryptoCheckout\ConnectError;
use CryptoCheckout\ConnectionError;

/** The button that connects a shop: it leads to the checkout's page, and the browser comes back from there. */
final class Connector
{
    private const BEGUN = 'crypto_checkout_connect';
    private const NOTICE = 'crypto_checkout_notice';
    private const TIME_S = 600;

    public function __construct(private readonly Shop $shop)
    {
    }

    /** The connection in a sentence, or how to make it. */
    public function describe(): Note
    {
        return Connection::load($this->shop)?->describe() ?? Note::of('not_connected');
    }

    public function getCheckoutUrl(): string
    {
        return Connection::load($this->shop)?->checkoutUrl ?? '';
    }

    /** The page of the checkout to which the browser goes; null if a notice says why there is none. */
    public function begin(string $checkoutUrl, string $name, string $clientUri, string $redirectUri, string $webhookUrl): ?string
    {
        try {
            $connect = Connect::begin($checkoutUrl, mb_substr($name, 0, 100) ?: 'WooCommerce', $clientUri, $redirectUri, $webhookUrl);
        } catch (\InvalidArgumentException $error) {
            $this->fail($error, $checkoutUrl);
            return null;
        }
        $begun = ['checkoutUrl' => $checkoutUrl, 'state' => $connect->state, 'codeVerifier' => $connect->codeVerifier];
        $this->shop->remember(self::BEGUN, $begun, self::TIME_S);
        return $connect->url;
    }

    /**
     * Takes the answer with which the browser comes back, and connects the shop. What fails is told by a notice.
     *
     * @param array<string, mixed> $query
     */
    public function finish(array $query): void
    {
        $begun = (array) $this->shop->take(self::BEGUN) + ['checkoutUrl' => '', 'state' => '', 'codeVerifier' => ''];
        try {
            $code = Connect::readCode($query, $begun['state']);
            Connection::save($this->shop, $begun['checkoutUrl'], Connect::exchange($begun['checkoutUrl'], $code, $begun['codeVerifier']));
        } catch (\Throwable $error) {
            $this->fail($error, $begun['checkoutUrl']);
        }
    }

    /** Why the last try of this person has failed, and what to do. It is told once. */
    public function takeNotice(): ?Note
    {
        $notice = $this->shop->take(self::NOTICE);
        return is_array($notice) ? Note::of(...$notice) : null;
    }

    private function fail(\Throwable $error, string $checkoutUrl): void
    {
        $this->shop->log($error);
        $this->shop->remember(self::NOTICE, self::explain($error, $checkoutUrl), self::TIME_S);
    }

    /** @return list<string> A key of the texts, and its values. */
    private static function explain(\Throwable $error, string $checkoutUrl): array
    {
        return match (true) {
            $error instanceof \InvalidArgumentException => ['connect_address'],
            $error instanceof ConnectError => [$error->code === 'invalid_state' ? 'connect_late' : 'connect_declined'],
            $error instanceof ConnectionError => [$error->code === 'insecure' ? 'connect_insecure' : 'connect_silent', $checkoutUrl],
            $error instanceof CheckoutApiError => ['connect_refused', $error->getMessage()],
            default => ['connect_failed', $error->getMessage()],
        };
    }
}
