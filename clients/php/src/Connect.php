<?php

declare(strict_types=1);

namespace CryptoCheckout;

/**
 * Gets a key and a webhook from a person who agrees on the checkout's page, by RFC 6749 with PKCE (RFC 7636). Keep
 * `state` and `codeVerifier` in the session of the browser that you send to `url`.
 */
final class Connect
{
    private function __construct(
        public readonly string $url,
        public readonly string $state,
        public readonly string $codeVerifier,
    ) {
    }

    /**
     * Begins to connect. All addresses of the shop have the same origin.
     *
     * @param string       $checkoutUrl Address of the checkout, such as `https://pay.example.com`. http on this machine only.
     * @param string       $clientUri   Address of the shop.
     * @param list<string> $scopes
     */
    public static function begin(
        string $checkoutUrl,
        string $clientName,
        string $clientUri,
        string $redirectUri,
        string $webhookUrl,
        array $scopes = ['payments:write', 'refunds:write', 'events:read'],
    ): self {
        $state = self::createSecret();
        $codeVerifier = self::createSecret();
        $query = http_build_query([
            'client_name' => $clientName,
            'client_uri' => $clientUri,
            'redirect_uri' => $redirectUri,
            'webhook_url' => $webhookUrl,
            'scope' => implode(' ', $scopes),
            'state' => $state,
            'code_challenge' => self::encode(hash('sha256', $codeVerifier, true)),
            'code_challenge_method' => 'S256',
        ], '', '&', PHP_QUERY_RFC3986);
        return new self(self::trim($checkoutUrl) . "/dashboard/connect?$query", $state, $codeVerifier);
    }

    /**
     * The code in the query with which the browser came back. Throws ConnectError if the person declined, and if the
     * answer does not belong to the `state` that was kept.
     *
     * @param array<string, mixed> $query
     */
    public static function readCode(array $query, string $state): string
    {
        if ($state === '' || !is_string($query['state'] ?? null) || !hash_equals($state, $query['state'])) {
            throw new ConnectError('invalid_state', 'This answer belongs to no request of this browser: connect again.');
        }
        if (is_string($query['code'] ?? null) && $query['code'] !== '') {
            return $query['code'];
        }
        throw new ConnectError(is_string($query['error'] ?? null) ? $query['error'] : 'access_denied', 'The checkout was not connected.');
    }

    /** Exchanges the code for the key and the webhook. It works once, and needs no keys. */
    public static function exchange(string $checkoutUrl, string $code, string $codeVerifier): ConnectedShop
    {
        // A code that comes again ends its connection, so nothing is sent twice.
        $transport = new Transport(self::getBaseUrl($checkoutUrl, livemode: true), retries: 0);
        $body = ['code' => $code, 'codeVerifier' => $codeVerifier];
        return ConnectedShop::fromAnswer($transport->send('POST', '/connections/exchange', body: $body));
    }

    /** The address of the API for a client. `livemode` is that of the connected shop system. */
    public static function getBaseUrl(string $checkoutUrl, bool $livemode): string
    {
        return self::trim($checkoutUrl) . ($livemode ? '/v1' : '/sandbox/v1');
    }

    private static function trim(string $checkoutUrl): string
    {
        // The answer to the code is a secret key. Only on this machine nobody can read it on its way.
        $origin = '(?:https://|http://(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$))';
        if (preg_match("~^{$origin}[^?#@\\\\\s]*$~Di", $checkoutUrl) !== 1 || !is_string(parse_url($checkoutUrl, PHP_URL_HOST))) {
            throw new \InvalidArgumentException('The address of the checkout is an https URL, such as https://pay.example.com.');
        }
        return rtrim($checkoutUrl, '/');
    }

    private static function createSecret(): string
    {
        return self::encode(random_bytes(32));
    }

    /** Base64url (RFC 4648, section 5), without padding. */
    private static function encode(string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }
}
