<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\Tests;

use CryptoCheckout\Tests\FaultyProxy;
use CryptoCheckout\Tests\TestServer;
use CryptoCheckout\WooCommerce\Connection;
use CryptoCheckout\WooCommerce\Connector;
use CryptoCheckout\WooCommerce\OrderEvents;
use CryptoCheckout\WooCommerce\Till;
use PHPUnit\Framework\TestCase;

/** Connecting a shop to a real server, and what the person reads who tries. No WordPress is needed for it. */
final class ConnectorTest extends TestCase
{
    private MemoryShop $shop;
    private Connector $connector;

    protected function setUp(): void
    {
        $this->shop = new MemoryShop();
        $this->connector = new Connector($this->shop);
    }

    private function begin(string $checkoutUrl): ?string
    {
        $shop = $this->shop->address;
        return $this->connector->begin($checkoutUrl, 'Tea', "$shop/", "$shop/connected", "$shop/hook");
    }

    /** Lets an owner consent, and returns the query with which the browser comes back. */
    private function consent(string $address): array
    {
        parse_str((string) parse_url($address, PHP_URL_QUERY), $names);
        $consent = TestServer::get()->post('/connections', [
            'clientName' => $names['client_name'],
            'clientUri' => $names['client_uri'],
            'redirectUri' => $names['redirect_uri'],
            'webhookUrl' => $names['webhook_url'],
            'scopes' => explode(' ', $names['scope']),
            'state' => $names['state'],
            'codeChallenge' => $names['code_challenge'],
            'codeChallengeMethod' => $names['code_challenge_method'],
        ]);
        parse_str((string) parse_url($consent['redirectUrl'], PHP_URL_QUERY), $query);
        return $query;
    }

    public function testAShopIsConnectedAndTakesPayments(): void
    {
        self::assertSame('not_connected', $this->connector->describe()->key);
        $url = TestServer::get()->url();
        $this->connector->finish($this->consent((string) $this->begin($url)));
        self::assertNull($this->connector->takeNotice());
        self::assertSame(['connected_sandbox', $url], [$this->connector->describe()->key, $this->connector->getCheckoutUrl()]);
        $this->shop->addOrder('91');
        self::assertStringStartsWith("$url/pay/", (new Till($this->shop))->pay('91'));
        $this->shop->address = 'http://copy.example.com';
        self::assertNull(Connection::load($this->shop), 'A copy of the shop is not connected.');
        self::assertSame(503, (new OrderEvents($this->shop))->receive('{}', []));
    }

    public function testAShopThatCannotReadEventsIsNotConnected(): void
    {
        $proxy = new FaultyProxy([null, 'cut before', 'cut before', 'cut before', 'cut before']);
        $url = dirname($proxy->baseUrl, 2);
        $this->connector->finish($this->consent((string) $this->begin($url)));
        $notice = $this->connector->takeNotice();
        self::assertSame(['connect_silent', [$url]], [$notice->key, $notice->values]);
        self::assertSame([], $this->shop->values, 'Neither a connection nor a cursor.');
    }

    public function testEachFailureIsToldInItsWords(): void
    {
        $fails = function (string $checkoutUrl, array $changes): string {
            $address = $this->begin($checkoutUrl);
            parse_str((string) parse_url((string) $address, PHP_URL_QUERY), $names);
            $address === null || $this->connector->finish($changes + ['state' => $names['state']]);
            self::assertNull(Connection::load($this->shop));
            return $this->connector->takeNotice()->key;
        };
        $url = TestServer::get()->url();
        self::assertSame('connect_address', $fails('http://pay.example.com', []));
        self::assertSame('connect_declined', $fails($url, ['error' => 'access_denied']));
        self::assertSame('connect_late', $fails($url, ['code' => 'a', 'state' => 'of another browser']));
        self::assertSame('connect_refused', $fails($url, ['code' => 'used']));
        self::assertSame('connect_silent', $fails('http://127.0.0.1:1', ['code' => 'a']));
        self::assertSame('connect_insecure', $fails('https://127.0.0.1:' . parse_url($url, PHP_URL_PORT), ['code' => 'a']));
        self::assertCount(6, $this->shop->log);
        self::assertNull($this->connector->takeNotice(), 'It is told once.');
        $this->connector->finish(['code' => 'a', 'state' => '']);
        self::assertSame('connect_late', $this->connector->takeNotice()->key, 'More than ten minutes later, nothing is known of the beginning.');
    }
}
