<?php

declare(strict_types=1);

namespace CryptoCheckout\Tests;

use CryptoCheckout\CheckoutApiError;
use CryptoCheckout\ConnectionError;
use PHPUnit\Framework\TestCase;

final class RetriesTest extends TestCase
{
    private TestServer $server;

    protected function setUp(): void
    {
        $this->server = TestServer::get();
    }

    /** @dataProvider passingFaults */
    public function testAFaultThatPassesCostsATryAndMakesOnePayment(mixed $fault): void
    {
        $proxy = new FaultyProxy([$fault]);
        // A busy machine may take seconds for an answer. Only this fault needs a try that ends early.
        $timeoutMs = $fault === 'unheard' ? 5_000 : 30_000;
        $client = $this->server->client(baseUrl: $proxy->baseUrl, timeoutMs: $timeoutMs);
        $reference = 'php-fault-' . bin2hex(random_bytes(4));
        $payment = $this->server->createPayment($client, reference: $reference);
        self::assertSame([$payment->id], array_column($this->server->client()->payments->list(reference: $reference)->data, 'id'));
        $requests = $proxy->seen();
        self::assertCount(2, $requests);
        self::assertSame($requests[0], $requests[1], 'Every try has the same Idempotency-Key and body.');
        self::assertStringContainsString('Idempotency-Key: ', $requests[0]['head']);
    }

    public function passingFaults(): array
    {
        return [
            'cut before' => ['cut before'],
            'carried out, and cut' => ['cut after'],
            'carried out, and not answered in time' => ['unheard'],
            'too many requests' => [['status' => 429, 'headers' => ['Retry-After' => '1']]],
            'a proxy without its server' => [['status' => 502, 'body' => '<html>']],
        ];
    }

    public function testRetryAfterIsWaitedForAndALongOneIsNot(): void
    {
        $proxy = new FaultyProxy([['status' => 429, 'headers' => ['Retry-After' => '1']], ['status' => 503, 'headers' => ['Retry-After' => '120']]]);
        $startedAt = microtime(true);
        try {
            $this->server->client(baseUrl: $proxy->baseUrl)->payments->list();
            self::fail('The second answer is no list.');
        } catch (CheckoutApiError $error) {
            self::assertSame([503, 120_000, 'unexpected_answer'], [$error->status, $error->retryAfterMs, $error->code]);
        }
        self::assertGreaterThan(1.2, microtime(true) - $startedAt);
        self::assertCount(2, $proxy->seen());
    }

    public function testTheDeadlineEndsAllTries(): void
    {
        $proxy = new FaultyProxy(['cut before', 'unheard']);
        $startedAt = microtime(true);
        try {
            $this->server->client(baseUrl: $proxy->baseUrl, timeoutMs: 30_000, deadlineMs: 3_000)->payments->list();
            self::fail('No answer came.');
        } catch (ConnectionError $error) {
            self::assertSame('timeout', $error->code);
            self::assertTrue($error->isUncertain());
        }
        self::assertCount(2, $proxy->seen());
        self::assertLessThan(15, microtime(true) - $startedAt, 'The second try would have 30 s.');
    }

    public function testARefusalIsNotSentAgain(): void
    {
        $proxy = new FaultyProxy([]);
        try {
            $this->server->client(baseUrl: $proxy->baseUrl)->payments->retrieve('pay_unknown');
        } catch (CheckoutApiError $error) {
            self::assertSame(404, $error->status);
        }
        self::assertCount(1, $proxy->seen());
    }

    public function testARedirectIsNotFollowedAndAnEchoedSecretIsNotRepeated(): void
    {
        $secret = $this->server->secretKey();
        $error = ['error' => ['code' => 'echo', 'message' => "You sent $secret"]];
        $proxy = new FaultyProxy([
            ['status' => 302, 'headers' => ['Location' => $this->server->baseUrl() . '/payments']],
            ['status' => 400, 'body' => json_encode($error)],
        ]);
        $client = $this->server->client(baseUrl: $proxy->baseUrl);
        foreach (['unexpected_answer', 'echo'] as $code) {
            try {
                $client->payments->list();
                self::fail('This is no list.');
            } catch (CheckoutApiError $error) {
                self::assertSame($code, $error->code);
                self::assertStringNotContainsString($secret, $error->getMessage());
            }
        }
        self::assertCount(2, $proxy->seen());
    }

    public function testAConnectionThatCannotBeMadeSaysSo(): void
    {
        $host = str_replace('http://', '', $this->server->url());
        foreach (['http://127.0.0.1:1/v1' => 'unreachable', "https://$host/sandbox/v1" => 'insecure'] as $baseUrl => $code) {
            try {
                $this->server->client(baseUrl: $baseUrl, retries: 1)->payments->list();
                self::fail("$baseUrl answered.");
            } catch (ConnectionError $error) {
                self::assertSame($code, $error->code);
                self::assertFalse($error->isUncertain());
            }
        }
    }
}
