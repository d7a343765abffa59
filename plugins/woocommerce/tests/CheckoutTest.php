<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\Tests;

use CryptoCheckout\CheckoutApiError;
use CryptoCheckout\Client;
use CryptoCheckout\ConnectionError;
use CryptoCheckout\Payment;
use CryptoCheckout\Refund;
use CryptoCheckout\Tests\FaultyProxy;
use CryptoCheckout\Tests\TestServer;
use CryptoCheckout\WooCommerce\Checkout;
use CryptoCheckout\WooCommerce\Memory;
use CryptoCheckout\WooCommerce\Refused;
use PHPUnit\Framework\TestCase;

/** Orders, real payments on local networks, and every trouble between them. Numbers are issues of other plug-ins. */
final class CheckoutTest extends TestCase
{
    private const SECRET = 'whsec_Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc=';
    private static int $numbers = 0;
    private TestServer $server;
    private Client $client;
    private string $folder;
    private FileOrders $orders;
    private Checkout $checkout;

    protected function setUp(): void
    {
        $this->server = TestServer::get();
        $this->client = $this->server->client();
        $this->folder = sys_get_temp_dir() . '/woo-' . bin2hex(random_bytes(6));
        mkdir($this->folder);
        $this->orders = new FileOrders($this->folder);
        $this->checkout = $this->open();
    }

    protected function tearDown(): void
    {
        array_map('unlink', glob("$this->folder/*") ?: []);
        rmdir($this->folder);
    }

    private function open(?Client $client = null): Checkout
    {
        return new Checkout($client ?? $this->client, $this->orders, self::SECRET, 'USDC/ethereum');
    }

    private function order(string $total = '10.00', string $currency = 'EUR'): string
    {
        $number = 'W' . getmypid() . '-' . ++self::$numbers;
        $this->orders->add($number, $total, $currency);
        return $number;
    }

    private function webhook(string $id, string $object = 'payment', array $fields = []): int
    {
        $event = ['id' => 'evt_1', 'object' => 'event', 'type' => "$object.completed", 'sequence' => 1, 'createdAt' => '', 'livemode' => false];
        $body = json_encode($event + ['data' => ['object' => ['id' => $id, 'object' => $object] + $fields]]);
        $timestamp = (string) time();
        $mac = hash_hmac('sha256', "evt_1.$timestamp.$body", str_repeat('7', 32), true);
        $headers = ['HTTP_WEBHOOK_ID' => 'evt_1', 'HTTP_WEBHOOK_TIMESTAMP' => $timestamp, 'HTTP_WEBHOOK_SIGNATURE' => 'v1,' . base64_encode($mac)];
        return $this->checkout->receive($body, $headers);
    }

    private function complete(string $number): Payment
    {
        $payment = $this->checkout->pay($number);
        $this->server->pay($payment->id);
        $this->server->waitFor($this->client, $payment->id, 'completed');
        self::assertSame(200, $this->webhook($payment->id));
        return $payment;
    }

    private function status(string $number): string
    {
        return $this->orders->get($number)->read()->status;
    }

    private function notes(string $number): array
    {
        return $this->orders->get($number)->fields['notes'];
    }

    private function needsLook(string $number): bool
    {
        return $this->orders->get($number)->read()->memory->attention;
    }

    private static function isRefused(callable $call): bool
    {
        try {
            $call();
            return false;
        } catch (Refused) {
            return true;
        }
    }

    public function testAnOrderIsPaidOnceWhateverWebhooksDo(): void
    {
        $number = $this->order();
        $payment = $this->complete($number);
        self::assertSame($number, $payment->reference);
        self::assertSame(['processing', ['paid']], [$this->status($number), array_values(array_diff($this->notes($number), ['seen']))]);
        foreach ([1, 2, 3] as $time) {
            self::assertSame(200, $this->webhook($payment->id));
        }
        self::assertSame(1, $this->orders->get($number)->fields['completions']);
        self::assertFalse($this->needsLook($number));
        self::assertTrue(self::isRefused(fn () => $this->checkout->pay($number)));
    }

    public function testThreeWebhooksAtOnceBookOncePinelab620(): void
    {
        $number = $this->order();
        $payment = $this->checkout->pay($number);
        $this->server->pay($payment->id);
        $this->server->waitFor($this->client, $payment->id, 'completed');
        $children = [];
        for ($index = 0; $index < 3; $index++) {
            $child = pcntl_fork();
            if ($child === 0) {
                $status = $this->webhook($payment->id);
                // Without the handlers of this process, which would stop the server.
                posix_kill(getmypid(), $status === 200 ? SIGTERM : SIGKILL);
            }
            $children[] = $child;
        }
        foreach ($children as $child) {
            pcntl_waitpid($child, $how);
            self::assertSame(SIGTERM, pcntl_wtermsig($how));
        }
        self::assertSame(['processing', 1], [$this->status($number), $this->orders->get($number)->fields['completions']]);
    }

    public function testWhatAnEventSaysIsNotBelievedWhmcs21(): void
    {
        $number = $this->order();
        $payment = $this->checkout->pay($number);
        self::assertSame(200, $this->webhook($payment->id, fields: ['status' => 'completed', 'amountReceived' => '12.500000']));
        self::assertSame('pending', $this->status($number));
    }

    public function testForgedWebhooksAreRefusedAndUnknownOrdersAreAnswered200(): void
    {
        self::assertSame(400, $this->checkout->receive('{}', []));
        $stranger = $this->server->createPayment($this->client, reference: 'of-nobody');
        self::assertSame(200, $this->webhook($stranger->id));
        self::assertSame(200, $this->webhook('pay_unknown'));
        self::assertSame(200, $this->webhook('wal_1', 'wallet'));
        self::assertSame(503, (new Checkout($this->client, $this->orders))->receive('{}', []));
    }

    public function testAnUnreachableCheckoutMakesTheWebhookComeAgain(): void
    {
        $this->checkout = $this->open($this->server->client(baseUrl: 'http://127.0.0.1:1/v1', retries: 0));
        self::assertSame(503, $this->webhook('pay_1'));
        $this->checkout = $this->open($this->server->client(secretKey: 'sk_test_revoked'));
        self::assertSame(503, $this->webhook('pay_1'));
    }

    public function testAnAnswerThatIsNotTheCheckoutsIsNoAnswer(): void
    {
        $number = $this->order();
        $this->complete($number);
        $page = ['status' => 404, 'body' => '<h1>Not found</h1>'];
        $proxy = new FaultyProxy([$page, $page]);
        $this->checkout = $this->open($this->server->client(baseUrl: $proxy->baseUrl, retries: 0));
        self::assertSame(503, $this->webhook('pay_1'));
        try {
            $this->checkout->refundNext($number, '4.00');
            self::fail('It was refunded.');
        } catch (CheckoutApiError) {
            self::assertCount(1, $this->orders->get($number)->read()->memory->refunds, 'The try is kept.');
        }
    }

    /** Also Vendure PR #3014. */
    public function testAPayerWhoComesBackGetsTheSamePaymentVendure2620(): void
    {
        $number = $this->order();
        self::assertSame($this->checkout->pay($number)->id, $this->checkout->pay($number)->id);
    }

    public function testAPaymentWhoseWalletLeftTheSettingsIsReplaced(): void
    {
        $number = $this->order();
        $first = $this->checkout->pay($number);
        $wallet = '0x' . str_repeat('5', 40);
        $this->setWallet($wallet);
        try {
            $second = $this->checkout->pay($number);
            self::assertSame($second->id, $this->checkout->pay($number)->id);
            self::assertSame([$wallet, $first->id], [$second->merchantWallet, $second->supersedes]);
            self::assertSame('cancelled', $this->client->payments->retrieve($first->id)->status);
        } finally {
            $this->setWallet($this->server->wallet());
        }
        self::assertCount(2, $this->client->payments->list(reference: $number)->data);
    }

    private function setWallet(string $address): void
    {
        $this->server->request('PATCH', '/merchant/settings', ['wallets' => ['ethereum' => $address]]);
    }

    public function testAShopThatDiedAfterTheAnswerFindsItsPayment(): void
    {
        $number = $this->order();
        $payment = $this->checkout->pay($number);
        $this->orders->get($number)->change('memory', '{}');
        self::assertSame($payment->id, $this->checkout->pay($number)->id);
        $this->orders->get($number)->change('memory', '{}');
        $this->server->pay($payment->id);
        $this->server->waitFor($this->client, $payment->id, 'completed');
        $this->webhook($payment->id);
        self::assertSame('processing', $this->status($number));
    }

    /** Also Vendure PR #3014. */
    public function testAChangedCartReplacesThePaymentVendure2941(): void
    {
        $number = $this->order();
        $first = $this->checkout->pay($number);
        $this->orders->get($number)->change('total', '11.5');
        $second = $this->checkout->pay($number);
        self::assertSame([$first->id, '11.50'], [$second->supersedes, $second->amount]);
        self::assertSame('cancelled', $this->client->payments->retrieve($first->id)->status);
        self::assertSame(200, $this->webhook($first->id));
        self::assertSame('pending', $this->status($number), 'The end of a replaced payment ends no order: btcpayserver#5665.');
        $this->server->pay($first->id);
        $this->waitForException($first->id, 'late');
        $this->webhook($first->id);
        self::assertSame(['pending', true], [$this->status($number), $this->needsLook($number)]);
    }

    public function testAPaymentThatTheShopStoppedEndsNoOrder(): void
    {
        $number = $this->order();
        $payment = $this->checkout->pay($number);
        self::assertTrue($this->checkout->release($number));
        $this->webhook($payment->id);
        self::assertSame('pending', $this->status($number));
        self::assertNotSame($payment->id, $this->checkout->pay($number)->id);
    }

    public function testAPaymentOfAFormerConnectionBlocksNothing(): void
    {
        $number = $this->order();
        $memory = new Memory();
        $memory->send('pay_of_the_sandbox', '10 EUR');
        $this->orders->get($number)->change('memory', $memory->toJson());
        self::assertFalse($this->checkout->isAwaited($number));
        self::assertTrue($this->checkout->release($number));
        $this->orders->get($number)->change('memory', $memory->toJson());
        self::assertSame('created', $this->checkout->pay($number)->status);
    }

    public function testMoneyForAFormerPriceHoldsTheOrder(): void
    {
        $number = $this->order();
        $payment = $this->checkout->pay($number);
        $this->server->pay($payment->id);
        $this->server->waitFor($this->client, $payment->id, 'completed');
        $this->orders->get($number)->change('total', '99.00');
        $this->webhook($payment->id);
        self::assertSame(['on-hold', true], [$this->status($number), $this->needsLook($number)]);
        self::assertContains('other_price', $this->notes($number));
    }

    public function testAnotherCurrencyIsAnotherPrice(): void
    {
        $number = $this->order();
        $payment = $this->checkout->pay($number);
        $this->server->pay($payment->id);
        $this->server->waitFor($this->client, $payment->id, 'completed');
        $this->orders->get($number)->change('currency', 'USD');
        $this->webhook($payment->id);
        self::assertSame('on-hold', $this->status($number));
    }

    public function testPricesWithoutDecimalsAreOnesOfTheCurrency(): void
    {
        $number = $this->order('500.00', 'JPY');
        self::assertSame(['500.00', 'JPY'], [$this->checkout->pay($number)->amount, $this->checkout->pay($number)->currency]);
    }

    public function testTooLittleAtTheEndWantsALookAndCanBeAccepted(): void
    {
        $number = $this->order();
        $payment = $this->checkout->pay($number);
        $this->server->pay($payment->id, amount: '5');
        $this->server->waitFor($this->client, $payment->id, 'partially_paid');
        $this->webhook($payment->id);
        self::assertSame('on-hold', $this->status($number));
        self::assertTrue($this->checkout->isAwaited($number), 'The timer for held stock must not end it: woocommerce-greenfield-plugin#15.');
        $this->server->expire($payment->id);
        $this->server->waitFor($this->client, $payment->id, 'expired');
        $this->webhook($payment->id);
        self::assertSame(['failed', true, 'free'], [$this->status($number), $this->needsLook($number), $this->orders->get($number)->fields['stock']]);
        self::assertFalse($this->checkout->isAwaited($number));
        $this->accept($payment->id);
        $this->webhook($payment->id);
        self::assertSame('processing', $this->status($number));
    }

    public function testTooMuchPaysTheOrderAndWantsALook(): void
    {
        $number = $this->order();
        $payment = $this->checkout->pay($number);
        $this->server->pay($payment->id, amount: '13');
        $this->server->waitFor($this->client, $payment->id, 'completed');
        $this->webhook($payment->id);
        self::assertSame(['processing', true], [$this->status($number), $this->needsLook($number)]);
    }

    public function testMoneyAfterTheEndWantsALookAndThePayerMayTryAgain(): void
    {
        $number = $this->order();
        $payment = $this->checkout->pay($number);
        $this->server->expire($payment->id);
        $this->server->waitFor($this->client, $payment->id, 'expired');
        $this->webhook($payment->id);
        self::assertSame(['failed', ['ended'], false], [$this->status($number), $this->notes($number), $this->needsLook($number)]);
        self::assertNotSame($payment->id, $this->checkout->pay($number)->id);
        $this->server->pay($payment->id);
        $this->waitForException($payment->id, 'late');
        $this->webhook($payment->id);
        self::assertSame(['failed', true], [$this->status($number), $this->needsLook($number)]);
    }

    public function testACancelledOrderStopsItsPaymentAndStaysCancelled(): void
    {
        $number = $this->order();
        $payment = $this->checkout->pay($number);
        self::assertTrue($this->checkout->release($number));
        $this->orders->get($number)->change('status', 'cancelled');
        self::assertSame('cancelled', $this->client->payments->retrieve($payment->id)->status);
        self::assertTrue(self::isRefused(fn () => $this->checkout->pay($number)));
        $this->server->pay($payment->id);
        $this->waitForException($payment->id, 'late');
        $this->webhook($payment->id);
        self::assertSame(['cancelled', true], [$this->status($number), $this->needsLook($number)]);
    }

    public function testMoneyOnItsWayIsNotStopped(): void
    {
        $number = $this->order();
        $payment = $this->checkout->pay($number);
        $this->server->pay($payment->id, amount: '5');
        $this->server->waitFor($this->client, $payment->id, 'partially_paid');
        self::assertFalse($this->checkout->release($number));
        $this->server->pay($payment->id, amount: '7.5');
        $this->server->waitFor($this->client, $payment->id, 'completed');
        self::assertTrue(self::isRefused(fn () => $this->checkout->release($number)));
        self::assertSame('processing', $this->status($number));
    }

    public function testDeliveredOrdersAreProtectedAndAnswered200Vendure2657(): void
    {
        $number = $this->order();
        $payment = $this->complete($number);
        $this->orders->get($number)->change('status', 'completed');
        $this->server->pay($payment->id);
        $this->waitForException($payment->id, 'overpaid');
        self::assertSame(200, $this->webhook($payment->id));
        self::assertSame(['completed', true, 1], [$this->status($number), $this->needsLook($number), $this->orders->get($number)->fields['completions']]);
    }

    public function testTwoShopsOfAMerchantWithTheSameNumberHaveTwoPayments(): void
    {
        $number = $this->order();
        $payment = $this->checkout->pay($number);
        $other = new FileOrders($this->folder, 'https://other.example.com');
        $otherPayment = (new Checkout($this->client, $other, self::SECRET, 'USDC/ethereum'));
        $this->orders->get($number)->change('memory', '{}');
        self::assertNotSame($payment->id, $otherPayment->pay($number)->id);
    }

    public function testAPaymentIsReplacedThoughAnotherShopHasOneOfThatNumberAndPrice(): void
    {
        $number = $this->order();
        (new Checkout($this->client, new FileOrders($this->folder, 'https://other.example.com'), self::SECRET, 'USDC/ethereum'))->pay($number);
        $this->orders->get($number)->change('memory', '{}');
        $this->orders->get($number)->change('total', '9.00');
        $former = $this->checkout->pay($number);
        $this->orders->get($number)->change('total', '10.00');
        $payment = $this->checkout->pay($number);
        self::assertSame($former->id, $payment->supersedes);
        $former = $this->client->payments->retrieve($former->id);
        self::assertSame(['cancelled', $payment->id], [$former->status, $former->supersededBy]);
    }

    public function testARefundAskedTwiceIsOneRefund(): void
    {
        $number = $this->order();
        $payment = $this->complete($number);
        $first = $this->checkout->refund($number, "$number-a", '4.00', 'Broken');
        self::assertSame($first->id, $this->checkout->refund($number, "$number-a", '4.00')->id);
        self::assertCount(1, $this->client->refunds->list(paymentId: $payment->id)->data);
        self::assertSame(['refund_collect'], $this->orders->get($number)->fields['payerNotes']);
        self::assertTrue(self::isRefused(fn () => $this->checkout->refund($number, "$number-b", '6.01')));
        self::assertArrayNotHasKey("$number-b", $this->orders->get($number)->read()->memory->refunds);
    }

    public function testARefundWhoseAnswerWasLostIsMadeOnce(): void
    {
        $number = $this->order();
        $payment = $this->complete($number);
        $proxy = new FaultyProxy(['cut after']);
        $broken = $this->open($this->server->client(baseUrl: $proxy->baseUrl, retries: 0));
        try {
            $broken->refundNext($number, '4.00');
            self::fail('The answer was lost.');
        } catch (ConnectionError $error) {
            self::assertTrue($error->isUncertain());
        }
        self::assertTrue(self::isRefused(fn () => $this->checkout->refundNext($number, '3.00')));
        $this->checkout->refundNext($number, '4.00');
        self::assertCount(1, $this->client->refunds->list(paymentId: $payment->id)->data);
        // The payer still gets the page for the address.
        self::assertSame(['refund_collect'], $this->orders->get($number)->fields['payerNotes']);
        // The next one is another refund.
        $this->checkout->refundNext($number, '4.00');
        self::assertCount(2, $this->client->refunds->list(paymentId: $payment->id)->data);
    }

    /** Makes a refund whose answer is lost, of which an event tells. */
    private function loseRefund(string $number, Payment $payment): Refund
    {
        $proxy = new FaultyProxy(['cut after']);
        try {
            $this->open($this->server->client(baseUrl: $proxy->baseUrl, retries: 0))->refundNext($number, '4.00');
            self::fail('The answer was lost.');
        } catch (ConnectionError) {
            $refund = $this->client->refunds->list(paymentId: $payment->id)->data[0];
            self::assertSame(200, $this->webhook($refund->id, 'refund'));
            return $refund;
        }
    }

    public function testARefundWhoseAnswerWasLostIsMadeOnceThoughAnEventToldOfIt(): void
    {
        $number = $this->order();
        $payment = $this->complete($number);
        $lost = $this->loseRefund($number, $payment);
        self::assertTrue(self::isRefused(fn () => $this->checkout->refundNext($number, '3.00')));
        self::assertSame($lost->id, $this->checkout->refundNext($number, '4.00')->id);
        self::assertCount(1, $this->client->refunds->list(paymentId: $payment->id)->data);
        self::assertSame(['refund_collect'], $this->orders->get($number)->fields['payerNotes']);
        self::assertSame(['interrupted'], array_values(array_intersect($this->notes($number), ['interrupted', 'refund_lost'])));
        self::assertNotSame($lost->id, $this->checkout->refundNext($number, '4.00')->id);
    }

    public function testALostRefundThatWasCancelledInTheCheckoutBlocksNoOther(): void
    {
        $number = $this->order();
        $payment = $this->complete($number);
        $lost = $this->loseRefund($number, $payment);
        $this->server->post("/refunds/$lost->id/cancel");
        self::assertNotSame($lost->id, $this->checkout->refundNext($number, '3.00')->id);
        self::assertContains('refund_cancelled', $this->notes($number));
    }

    public function testALostPageOfARefundIsToldToTheShop(): void
    {
        $number = $this->order();
        $this->complete($number);
        $proxy = new FaultyProxy(['cut after']);
        try {
            $this->open($this->server->client(baseUrl: $proxy->baseUrl, retries: 0))->refundNext($number, '4.00', 'Broken');
            self::fail('The answer was lost.');
        } catch (ConnectionError) {
            $this->checkout->refundNext($number, '4.00', 'Broken in the post');
        }
        self::assertContains('refund_lost', $this->notes($number));
    }

    public function testARefundThatNeverArrivedDoesNotBlockOthers(): void
    {
        $number = $this->order();
        $payment = $this->complete($number);
        $proxy = new FaultyProxy(['cut before']);
        try {
            $this->open($this->server->client(baseUrl: $proxy->baseUrl, retries: 0))->refundNext($number, '4.00');
        } catch (ConnectionError) {
            $this->checkout->refundNext($number, '3.00');
        }
        self::assertSame(['3.00'], array_column($this->client->refunds->list(paymentId: $payment->id)->data, 'amount'));
    }

    public function testARefundWaitsForASignatureAndIsFollowed(): void
    {
        $number = $this->order();
        $this->complete($number);
        $refund = $this->checkout->refundNext($number, '2.00');
        $this->server->post("/refunds/$refund->id/cancel");
        self::assertSame(200, $this->webhook($refund->id, 'refund'));
        self::assertSame(200, $this->webhook($refund->id, 'refund'));
        self::assertSame(['refund_cancelled'], array_values(array_filter($this->notes($number), fn (string $note) => str_starts_with($note, 'refund'))));
        self::assertSame('cancelled', $this->orders->get($number)->read()->memory->refunds[(string) $refund->reference]['status']);
    }

    public function testAnUnpaidOrderHasNothingToRefund(): void
    {
        $number = $this->order();
        $this->checkout->pay($number);
        self::assertTrue(self::isRefused(fn () => $this->checkout->refundNext($number, '1.00')));
    }

    public function testReconciliationFindsWhatWebhooksMissed(): void
    {
        $this->orders->setCursor($this->client->events->list(limit: 1)->data[0]->sequence);
        $paid = $this->order();
        $ended = $this->order();
        $payments = [$this->checkout->pay($paid), $this->checkout->pay($ended)];
        $this->server->pay($payments[0]->id);
        $this->server->expire($payments[1]->id);
        $this->server->waitFor($this->client, $payments[0]->id, 'completed');
        $this->server->waitFor($this->client, $payments[1]->id, 'expired');
        self::assertGreaterThanOrEqual(2, $this->checkout->reconcile());
        self::assertSame(['processing', 'failed'], [$this->status($paid), $this->status($ended)]);
        self::assertSame(0, $this->checkout->reconcile(), 'It goes on from where it was.');
    }

    /** Accepts what is final, as soon as it is. */
    private function accept(string $id): void
    {
        for ($tries = 0; $tries < 300; $tries++) {
            $transactions = $this->client->payments->retrieve($id)->answer['transactions'];
            if (!in_array(null, array_column($transactions, 'finalAt'), true)) {
                $this->server->post("/payments/$id/accept");
                return;
            }
            usleep(100_000);
        }
        self::fail("The money of $id is never final.");
    }

    public function testAnOrderThatFailsKeepsNoOtherFromItsTurn(): void
    {
        $this->orders->setCursor($this->client->events->list(limit: 1)->data[0]->sequence);
        [$broken, $other] = [$this->order(), $this->order()];
        foreach ([$broken, $other] as $number) {
            $id = $this->checkout->pay($number)->id;
            $this->server->expire($id);
            $this->server->waitFor($this->client, $id, 'expired');
        }
        $this->orders->broken = $broken;
        try {
            $this->checkout->reconcile();
            self::fail('The failure was hidden.');
        } catch (\RuntimeException $error) {
            self::assertSame("$broken is broken", $error->getMessage());
        }
        self::assertSame(['pending', 'failed'], [$this->status($broken), $this->status($other)]);
        $this->orders->broken = null;
        $this->checkout->reconcile();
        self::assertSame('failed', $this->status($broken));
    }

    /** woocommerce-greenfield-plugin PR#65, woocommerce-plugin#2, blockonomics#294, btcpayserver#5665. */
    public function testAnOrderThatAnotherWayToPayHasPaidIsNotEnded(): void
    {
        $number = $this->order();
        $payment = $this->checkout->pay($number);
        $this->orders->get($number)->change('status', 'processing');
        $this->server->expire($payment->id);
        $this->server->waitFor($this->client, $payment->id, 'expired');
        self::assertSame(200, $this->webhook($payment->id));
        self::assertSame(['processing', false], [$this->status($number), $this->needsLook($number)]);
    }

    /** BEpusdt#195, btcpayserver#1413 and #6628: two requests at once make one payment. */
    public function testTwoRequestsAtOnceMakeOnePayment(): void
    {
        $number = $this->order();
        $children = [];
        for ($index = 0; $index < 3; $index++) {
            $child = pcntl_fork();
            if ($child === 0) {
                $this->open()->pay($number);
                posix_kill(getmypid(), SIGTERM);
            }
            $children[] = $child;
        }
        foreach ($children as $child) {
            pcntl_waitpid($child, $how);
            self::assertSame(SIGTERM, pcntl_wtermsig($how));
        }
        self::assertCount(1, $this->client->payments->list(reference: $number)->data);
    }

    private function waitForException(string $id, string $exception): void
    {
        for ($tries = 0; $tries < 600; $tries++) {
            if (in_array($exception, $this->client->payments->retrieve($id)->exceptions, true)) {
                return;
            }
            usleep(100_000);
        }
        self::fail("$id is never $exception.");
    }
}
