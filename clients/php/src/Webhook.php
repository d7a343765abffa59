<?php

declare(strict_types=1);

namespace CryptoCheckout;

/** Webhooks, signed by Standard Webhooks: https://www.standardwebhooks.com */
final class Webhook
{
    /**
     * The event of a webhook whose signature is valid. `$body` is the received body, byte for byte:
     * `Webhook::verify(file_get_contents('php://input'), $_SERVER, $secret)`.
     *
     * @param array<string, mixed> $headers    `$_SERVER`, `getallheaders()`, or the headers of a PSR-7 request.
     * @param string|list<string>  $secrets    `whsec_...`. Any of several may have signed it, during a replacement.
     * @param int                  $toleranceS The greatest difference between the two clocks, either way.
     * @param int|null             $nowS       Seconds since 1970; the system's clock by default.
     * @throws WebhookVerificationError
     * @throws \InvalidArgumentException for invalid secrets
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter] string|array $secrets,
        int $toleranceS = 300,
        ?int $nowS = null,
    ): Event {
        $keys = self::decodeKeys((array) $secrets);
        $named = self::normaliseNames($headers);
        $id = self::readHeader($named, 'webhook-id');
        $timestamp = self::readHeader($named, 'webhook-timestamp');
        $signatures = self::readHeader($named, 'webhook-signature');
        self::checkTime($timestamp, $toleranceS, $nowS ?? time());
        if (!self::isSigned($keys, "$id.$timestamp.$body", explode(' ', $signatures))) {
            throw new WebhookVerificationError(
                'invalid_signature',
                'No signature matches: check the secret, and that the body is what was received, to the byte.',
            );
        }
        return self::parseEvent($body);
    }

    /**
     * @param list<mixed> $secrets
     * @return list<string>
     */
    private static function decodeKeys(#[\SensitiveParameter] array $secrets): array
    {
        if ($secrets === []) {
            throw new \InvalidArgumentException('Give the secret of the webhook: whsec_...');
        }
        return array_map(static function (mixed $secret): string {
            $text = is_string($secret) && str_starts_with($secret, 'whsec_') ? substr($secret, 6) : '';
            $key = (string) base64_decode($text, true);
            // Anyone could sign with an empty or a short key.
            if (strlen($key) < 24 || base64_encode($key) !== $text) {
                throw new \InvalidArgumentException('A secret of a webhook is whsec_ and at least 24 bytes in base64, as it was shown.');
            }
            return $key;
        }, $secrets);
    }

    /**
     * Lists the values of each header by its small name. PHP writes webhook-id as HTTP_WEBHOOK_ID.
     *
     * @param array<string, mixed> $headers
     * @return array<string, list<mixed>>
     */
    private static function normaliseNames(array $headers): array
    {
        $named = [];
        foreach ($headers as $name => $value) {
            $plain = strtr(strtolower((string) $name), '_', '-');
            $plain = str_starts_with($plain, 'http-') ? substr($plain, 5) : $plain;
            $named[$plain] = [...($named[$plain] ?? []), ...(is_array($value) ? array_values($value) : [$value])];
        }
        return $named;
    }

    /** @param array<string, list<mixed>> $named */
    private static function readHeader(array $named, string $name): string
    {
        $values = $named[$name] ?? [];
        if (count($values) === 1 && is_string($values[0]) && $values[0] !== '') {
            return $values[0];
        }
        throw new WebhookVerificationError('missing_header', "The header $name is missing or repeated.");
    }

    private static function checkTime(string $timestamp, int $toleranceS, int $nowS): void
    {
        if (preg_match('/^\d{1,12}$/D', $timestamp) !== 1) {
            throw new WebhookVerificationError('invalid_timestamp', 'webhook-timestamp must be whole seconds since 1970.');
        }
        $ageS = $nowS - (int) $timestamp;
        if ($ageS > $toleranceS) {
            throw new WebhookVerificationError('too_old', "Signed more than $toleranceS s ago.");
        }
        if (-$ageS > $toleranceS) {
            throw new WebhookVerificationError('too_new', "Signed more than $toleranceS s in the future: is the clock of this machine right?");
        }
    }

    /**
     * Compares every pair, so that the timing does not reveal which secret signed.
     *
     * @param list<string> $keys
     * @param list<string> $signatures
     */
    private static function isSigned(#[\SensitiveParameter] array $keys, string $message, array $signatures): bool
    {
        $isSigned = false;
        foreach ($keys as $key) {
            $expected = 'v1,' . base64_encode(hash_hmac('sha256', $message, $key, true));
            foreach ($signatures as $signature) {
                $isSigned = hash_equals($expected, $signature) || $isSigned;
            }
        }
        return $isSigned;
    }

    private static function parseEvent(string $body): Event
    {
        try {
            $event = Json::decode($body);
            if (is_array($event) && ($event['object'] ?? null) === 'event') {
                return Event::fromAnswer($event);
            }
        } catch (\JsonException | CheckoutApiError) {
            // Reported below, like JSON that is not an event.
        }
        throw new WebhookVerificationError('invalid_body', 'The body is signed but is not an event.');
    }
}
