<?php

declare(strict_types=1);

namespace CryptoCheckout\Tests;

use CryptoCheckout\CheckoutApiError;
use CryptoCheckout\Client;
use CryptoCheckout\Connect;
use CryptoCheckout\ConnectError;
use PHPUnit\Framework\TestCase;

final class ConnectTest extends TestCase
{
    private const SHOP = 'http://127.0.0.1:8080';

    public function testTheAddressHasTheNamesOfTheStandardsAndAChallenge(): void
    {
        $connect = self::begin('https://pay.example.com/');
        [$path, $query] = explode('?', $connect->url);
        self::assertSame('https://pay.example.com/dashboard/connect', $path);
        parse_str($query, $names);
        $challenge = rtrim(strtr(base64_encode(hash('sha256', $connect->codeVerifier, true)), '+/', '-_'), '=');
        self::assertSame([
            'client_name' => 'Zoë’s tea & coffee',
            'client_uri' => self::SHOP,
            'redirect_uri' => self::SHOP . '/wp-admin/admin.php?page=x',
            'webhook_url' => self::SHOP . '/?wc-api=crypto_checkout',
            'scope' => 'payments:write refunds:write events:read',
            'state' => $connect->state,
            'code_challenge' => $challenge,
            'code_challenge_method' => 'S256',
        ], $names);
        self::assertMatchesRegularExpression('/^[\w-]{43}$/', $connect->codeVerifier);
        self::assertNotSame($connect->state, self::begin('https://pay.example.com')->state);
    }

    public function testNoKeyGoesOverANetworkInPlainText(): void
    {
        foreach (['https://pay.example.com', 'https://pay.example.com:8443/shop/', 'http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000/'] as $address) {
            self::assertSame(rtrim($address, '/') . '/v1', Connect::getBaseUrl($address, livemode: true));
        }
        $refused = [
            '', 'pay.example.com', 'https://', 'http://pay.example.com', 'http://127.0.0.1.example.com', 'http://localhost.example.com', 'http://localhost@example.com',
            'https://pay.example.com?x', "https://pay.example.com\n", 'ftp://localhost', 'http://10.0.0.1',
        ];
        foreach ($refused as $address) {
            try {
                Connect::getBaseUrl($address, livemode: true);
                self::fail("$address was taken.");
            } catch (\InvalidArgumentException $error) {
                self::assertStringContainsString('https', $error->getMessage());
            }
        }
    }

    public function testOnlyTheAnswerToTheRequestIsRead(): void
    {
        self::assertSame('c', Connect::readCode(['code' => 'c', 'state' => 's'], 's'));
        $refused = [
            'access_denied' => [['error' => 'access_denied', 'state' => 's'], 's'],
            'invalid_state' => [['code' => 'c', 'state' => 'other'], 's'],
        ];
        foreach ($refused as $code => [$query, $state]) {
            self::assertSame($code, self::codeOf(fn () => Connect::readCode($query, $state)));
        }
        foreach ([[['code' => 'c'], ''], [['code' => 'c', 'state' => ''], ''], [['code' => 'c', 'state' => ['s']], 's']] as [$query, $state]) {
            self::assertSame('invalid_state', self::codeOf(fn () => Connect::readCode($query, $state)));
        }
    }

    public function testACodeBecomesAKeyThatWorksAndAWebhook(): void
    {
        $server = TestServer::get();
        $connect = self::begin($server->url());
        parse_str((string) parse_url($connect->url, PHP_URL_QUERY), $names);
        $consent = $server->post('/connections', [
            'clientName' => $names['client_name'],
            'clientUri' => $names['client_uri'],
            'redirectUri' => $names['redirect_uri'],
            'webhookUrl' => $names['webhook_url'],
            'scopes' => explode(' ', $names['scope']),
            'state' => $names['state'],
            'codeChallenge' => $names['code_challenge'],
            'codeChallengeMethod' => $names['code_challenge_method'],
        ]);
        parse_str((string) parse_url($consent['redirectUrl'], PHP_URL_QUERY), $answer);
        $code = Connect::readCode($answer, $connect->state);
        self::assertSame('invalid_code', self::codeOf(fn () => Connect::exchange($server->url(), $code, $connect->state)));
        $shop = Connect::exchange($server->url(), $code, $connect->codeVerifier);
        self::assertStringStartsWith('whsec_', $shop->webhook['secret']);
        self::assertNotSame('', $shop->merchant['name']);
        $client = new Client(Connect::getBaseUrl($server->url(), $shop->livemode), $shop->key['publicKey'], $shop->key['secretKey']);
        self::assertSame('created', $server->createPayment($client)->status);
        self::assertNotSame([], $client->paymentMethods->list());
        self::assertSame('invalid_code', self::codeOf(fn () => Connect::exchange($server->url(), $code, $connect->codeVerifier)));
    }

    private static function begin(string $checkoutUrl): Connect
    {
        return Connect::begin(
            $checkoutUrl,
            clientName: 'Zoë’s tea & coffee',
            clientUri: self::SHOP,
            redirectUri: self::SHOP . '/wp-admin/admin.php?page=x',
            webhookUrl: self::SHOP . '/?wc-api=crypto_checkout',
        );
    }

    private static function codeOf(callable $call): string
    {
        try {
            $call();
            return 'done';
        } catch (ConnectError | CheckoutApiError $error) {
            return $error->code;
        }
    }
}
