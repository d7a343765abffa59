<?php

declare(strict_types=1);

namespace CryptoCheckout\Tests;

use CryptoCheckout\CheckoutApiError;
use CryptoCheckout\Client;
use CryptoCheckout\ConnectionError;
use PHPUnit\Framework\TestCase;

final class ClientTest extends TestCase
{
    private TestServer $server;

    protected function setUp(): void
    {
        $this->server = TestServer::get();
    }

    public function testAPaymentIsCreatedFetchedListedAndCancelled(): void
    {
        $client = $this->server->client();
        $payment = $this->server->createPayment($client, amount: '49.90', metadata: ['order' => 7, 'weight' => '0.1'], reference: 'php-1');
        self::assertSame('49.90', $payment->amount);
        self::assertSame('62.375000', $payment->cryptoAmount);
        self::assertSame(['order' => 7, 'weight' => '0.1'], $payment->metadata);
        self::assertStringStartsWith($this->server->url() . '/pay/', $payment->url);
        self::assertSame($payment->answer, $client->payments->retrieve($payment->id)->answer);
        self::assertSame([$payment->id], array_column($client->payments->list(reference: 'php-1', qrCode: false)->data, 'id'));
        self::assertSame('cancelled', $client->payments->cancel($payment->id)->status);
    }

    public function testAmountsStayAsTheyWereWritten(): void
    {
        $client = $this->server->client();
        foreach (['0.10', '1234567.89', '9007199.93'] as $amount) {
            self::assertSame($amount, $this->server->createPayment($client, amount: $amount)->amount);
        }
    }

    public function testAListContinuesOnItsNextPages(): void
    {
        $client = $this->server->client();
        $made = [];
        for ($index = 0; $index < 5; $index++) {
            $made[] = $this->server->createPayment($client, reference: 'php-pages')->id;
        }
        $listing = $client->payments->list(reference: 'php-pages', limit: 2);
        self::assertCount(2, $listing->data);
        self::assertTrue($listing->hasMore);
        self::assertSame(5, $listing->totalCount);
        $ids = [];
        foreach ($listing as $payment) {
            $ids[] = $payment->id;
        }
        self::assertSame(array_reverse($made), $ids);
    }

    public function testARefusalHasCodeParamAndRequestId(): void
    {
        try {
            $this->server->createPayment($this->server->client(), amount: '-1');
            self::fail('The checkout took a negative amount.');
        } catch (CheckoutApiError $error) {
            self::assertSame(['invalid_parameter', 'amount', 400, 'invalid_request_error'], [$error->code, $error->param, $error->status, $error->type]);
            self::assertStringStartsWith('req_', (string) $error->requestId);
            self::assertStringStartsWith('POST /payments: ', $error->getMessage());
        }
    }

    public function testAWrongKeyAndAnUnknownIdAreRefused(): void
    {
        self::assertSame('resource_missing', self::codeOf(fn () => $this->server->client()->payments->retrieve('pay_unknown')));
        $stranger = $this->server->client(secretKey: 'sk_test_wrong');
        self::assertSame(401, self::statusOf(fn () => $stranger->payments->list()));
    }

    public function testAKeyThatMustSignIsAnsweredOnlyWithSignatures(): void
    {
        self::assertSame('invalid_signature', self::codeOf(fn () => $this->server->client(requireSignature: true)->payments->list()));
        $client = $this->server->client(requireSignature: true, sign: true);
        $payment = $this->server->createPayment($client, description: 'Zoë’s tea / “green”');
        self::assertSame('Zoë’s tea / “green”', $client->payments->retrieve($payment->id)->description);
        self::assertSame(1, count($client->payments->list(limit: 1)->data));
        self::assertSame('cancelled', $client->payments->cancel($payment->id)->status);
    }

    public function testTheSameIdempotencyKeyMakesOnePayment(): void
    {
        $client = $this->server->client();
        $make = fn (string $amount) => $this->server->createPayment($client, amount: $amount, idempotencyKey: 'php order 1');
        self::assertSame($make('5.00')->id, $make('5.00')->id);
        self::assertSame('idempotency_mismatch', self::codeOf(fn () => $make('6.00')));
    }

    public function testAPaymentSupersedesAnotherOfTheSameReference(): void
    {
        $client = $this->server->client();
        $first = $this->server->createPayment($client, reference: 'php-changed');
        $second = $this->server->createPayment($client, amount: '11.00', reference: 'php-changed', supersedes: $first->id);
        self::assertSame($first->id, $second->supersedes);
        $former = $client->payments->retrieve($first->id);
        self::assertSame(['cancelled', $second->id], [$former->status, $former->supersededBy]);
    }

    public function testAnOpenPaymentOfAnOrderIsReused(): void
    {
        $client = $this->server->client();
        $make = fn (string $amount) => $this->server->createPayment($client, amount: $amount, reference: 'php-reused', reuse: true);
        $first = $make('7.00');
        self::assertSame($first->id, $make('7')->id);
        self::assertNotSame($first->id, $make('8.00')->id);
        $client->payments->cancel($first->id);
        self::assertNotSame($first->id, $make('7.00')->id);
    }

    public function testARefundIsCreatedFetchedAndListed(): void
    {
        $client = $this->server->client();
        $payment = $this->server->createPayment($client);
        $this->server->pay($payment->id);
        $paid = $this->server->waitFor($client, $payment->id, 'completed');
        self::assertSame('12.500000', $paid->amountReceived);
        $refund = $client->refunds->create(paymentId: $payment->id, amount: '4.50', reason: 'Broken');
        self::assertSame(['4.50', 'EUR', '5.625000', 'pending', 'Broken'], [$refund->amount, $refund->currency, $refund->cryptoAmount, $refund->status, $refund->reason]);
        self::assertSame('collect_destination', $refund->nextAction['type'] ?? null);
        $again = fn (string $amount) => $client->refunds->create(paymentId: $payment->id, amount: $amount, reference: 'php-refund');
        self::assertSame($again('1.00')->id, $again('1.00')->id);
        self::assertSame('php-refund', $again('1.00')->reference);
        self::assertSame($refund->id, $client->refunds->retrieve($refund->id)->id);
        self::assertSame([$again('1.00')->id, $refund->id], array_column($client->refunds->list(paymentId: $payment->id)->data, 'id'));
        self::assertSame('refund_exceeds_payment', self::codeOf(fn () => $client->refunds->create(paymentId: $payment->id, amount: '6.00')));
    }

    public function testEventsAfterANumberAreListedOverPagesWithoutGaps(): void
    {
        $client = $this->server->client();
        $first = $client->events->list(limit: 1)->data[0]->sequence;
        $made = [];
        for ($index = 0; $index < 3; $index++) {
            $made[] = $this->server->createPayment($client)->id;
        }
        $seen = [];
        foreach ($client->events->list(after: $first, type: 'payment.created', limit: 1, qrCode: false) as $event) {
            $seen[] = $event->data['object']['id'];
        }
        self::assertSame($made, $seen);
    }

    public function testTheWaysToPayAreListedWithTheirWallets(): void
    {
        $found = array_filter(
            $this->server->client()->paymentMethods->list(),
            fn ($method) => $method->network === 'polygon' && $method->cryptocurrency === 'USDC',
        );
        [$method] = array_values($found);
        self::assertSame(['offered', $this->server->wallet('polygon')], [$method->state, $method->merchantWallet]);
    }

    public function testInputThatCannotBeSentIsRefusedAtOnce(): void
    {
        $client = $this->server->client();
        $refused = [
            'a float in metadata' => fn () => $this->server->createPayment($client, metadata: ['weight' => ['net' => 0.1]]),
            'an id that changes the path' => fn () => $client->payments->retrieve('../keys'),
            'an id with a newline' => fn () => $client->payments->retrieve("pay_1\n"),
            'an idempotency key with a newline' => fn () => $this->server->createPayment($client, idempotencyKey: "a\nb"),
            'an address without a version' => fn () => $this->server->client(baseUrl: $this->server->url()),
            'credentials in the address' => fn () => $this->server->client(baseUrl: 'https://a@b.example/v1'),
            'keys in the wrong places' => fn () => $this->server->client(publicKey: $this->server->secretKey()),
            'too many retries' => fn () => $this->server->client(retries: 11),
        ];
        foreach ($refused as $name => $call) {
            try {
                $call();
                self::fail("$name was taken.");
            } catch (\InvalidArgumentException $error) {
                self::assertStringNotContainsString('sk_test_', $error->getMessage(), $name);
            }
        }
    }

    public function testNoDumpContainsTheSecret(): void
    {
        self::assertStringNotContainsString($this->server->secretKey(), print_r($this->server->client(), true));
        try {
            $this->server->client(baseUrl: 'http://127.0.0.1:1/v1', retries: 0)->payments->list();
        } catch (ConnectionError $error) {
            self::assertStringNotContainsString($this->server->secretKey(), (string) $error);
        }
    }

    private static function codeOf(callable $call): string
    {
        try {
            $call();
            return 'done';
        } catch (CheckoutApiError $error) {
            return $error->code;
        }
    }

    private static function statusOf(callable $call): int
    {
        try {
            $call();
            return 200;
        } catch (CheckoutApiError $error) {
            return $error->status;
        }
    }
}
