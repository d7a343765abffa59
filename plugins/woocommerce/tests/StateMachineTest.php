<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\Tests;

use CryptoCheckout\Payment;
use CryptoCheckout\WooCommerce\Memory;
use CryptoCheckout\WooCommerce\StateMachine;
use PHPUnit\Framework\TestCase;

/** The table, without a shop and without a network. The other tests do the same with real payments. */
final class StateMachineTest extends TestCase
{
    /** @param list<string> $exceptions */
    private static function payment(string $status, string $received = '0.000000', array $exceptions = [], string $id = 'pay_1', string $amount = '10.00', string $currency = 'EUR'): Payment
    {
        return Payment::fromAnswer([
            'id' => $id, 'status' => $status, 'amount' => $amount, 'currency' => $currency, 'cryptoAmount' => '12.500000', 'cryptocurrency' => 'USDC',
            'network' => 'polygon', 'url' => 'https://pay.example.com/pay/1', 'expiresAt' => '', 'createdAt' => '', 'completedAt' => null,
            'cancelledAt' => null, 'description' => null, 'reference' => '1001', 'redirectUrl' => null, 'cancelUrl' => null, 'supersedes' => null,
            'supersededBy' => null, 'merchantWallet' => '0x', 'amountReceived' => $received, 'amountDue' => '0.000000', 'amountRefunded' => '0.000000',
            'exceptions' => $exceptions, 'metadata' => [], 'receiptUrl' => null, 'livemode' => false,
        ]);
    }

    /** The order, after it did what the payments demanded, one after another. */
    private static function play(array $fields, Payment ...$payments): FileOrder
    {
        $order = new FileOrder($fields + ['number' => '1001', 'status' => 'pending', 'total' => '10', 'currency' => 'EUR'], static fn () => null);
        foreach ($payments as $payment) {
            $order->follow($payment);
        }
        return $order;
    }

    /** @dataProvider stories */
    public function testEachPaymentMeetsEachOrder(string $status, array $payment, string $result, array $notes, bool $attention): void
    {
        $order = self::play(['status' => $status], self::payment(...$payment));
        self::assertSame([$result, $notes, $attention], [$order->read()->status, $order->fields['notes'], $order->read()->memory->attention]);
    }

    public function stories(): array
    {
        $full = '12.500000';
        $part = '5.000000';
        return [
            'a new payment changes nothing' => ['pending', ['created'], 'pending', [], false],
            'a part holds the order, so that no timer cancels it' => ['pending', ['partially_paid', $part], 'on-hold', ['part'], false],
            'money that is not final holds the order' => ['pending', ['processing', $full], 'on-hold', ['seen'], false],
            'final money completes it' => ['on-hold', ['completed', $full], 'processing', ['paid'], false],
            'also a failed one' => ['failed', ['completed', $full], 'processing', ['paid'], false],
            'too much completes it and needs a look' => ['pending', ['completed', '20.000000', ['overpaid']], 'processing', ['over'], true],
            'an accepted one completes it' => ['failed', ['completed', $part, ['underpaid', 'manual']], 'processing', ['paid'], false],
            'an accepted late one too' => ['failed', ['completed', $full, ['late', 'manual']], 'processing', ['paid'], false],
            'the checkout may accept late money by itself' => ['failed', ['completed', $full, ['late']], 'processing', ['paid'], false],
            'another amount holds it' => ['pending', ['completed', $full, 'amount' => '9.99'], 'on-hold', ['other_price'], true],
            'another currency holds it' => ['pending', ['completed', $full, 'currency' => 'USD'], 'on-hold', ['other_price'], true],
            'an end without money fails it, and the payer may try again' => ['pending', ['expired'], 'failed', ['ended'], false],
            'an end with too little needs a look' => ['on-hold', ['expired', $part, ['underpaid']], 'failed', ['short'], true],
            'late money needs a look' => ['failed', ['expired', $full, ['late']], 'failed', ['late'], true],
            'a cancelled order stays cancelled when money arrives' => ['cancelled', ['completed', $full], 'cancelled', ['after_cancel'], true],
            'and when it is late' => ['cancelled', ['cancelled', $full, ['late']], 'cancelled', ['late'], true],
            'a new payment of a cancelled order is nothing' => ['cancelled', ['expired'], 'cancelled', [], false],
            'an order in the trash stays there' => ['trash', ['completed', $full], 'trash', ['after_cancel'], true],
            'what is paid otherwise is protected' => ['processing', ['completed', $full], 'processing', ['second'], true],
            'what is delivered is protected' => ['completed', ['expired'], 'completed', [], false],
            'and from late money' => ['completed', ['expired', $full, ['late']], 'completed', ['second'], true],
            'what is refunded is protected' => ['refunded', ['expired'], 'refunded', [], false],
            'a draft is no order that WooCommerce completes' => ['checkout-draft', ['completed', $full], 'checkout-draft', ['second'], true],
            'a status of another plug-in is protected' => ['shipped', ['expired'], 'shipped', [], false],
        ];
    }

    public function testTheSamePaymentAgainDoesNothing(): void
    {
        $payments = [self::payment('processing', '12.500000'), self::payment('completed', '12.500000')];
        $order = self::play([], ...[...$payments, ...$payments, ...array_reverse($payments), $payments[1]]);
        self::assertSame(1, $order->fields['completions']);
        self::assertSame('processing', $order->read()->status);
        // An older state cannot be fetched after a newer one, unless the network took the money back.
        self::assertSame(['seen', 'paid', 'reverted'], array_values(array_unique($order->fields['notes'])));
    }

    public function testWhatTheMerchantChangedSinceStays(): void
    {
        $seen = self::payment('processing', '12.500000');
        $order = self::play([], $seen);
        $order->change('status', 'pending');
        self::assertNull(StateMachine::decide($seen, $order->read()));
    }

    public function testAnEndOfAFormerPaymentDoesNotFailTheOrder(): void
    {
        $memory = new Memory();
        $memory->send('pay_1', '9 EUR');
        $memory->send('pay_2', '10 EUR');
        $order = self::play(['memory' => $memory->toJson(), 'status' => 'on-hold'], self::payment('cancelled'), self::payment('expired', '1.000000', ['underpaid']));
        self::assertSame(['on-hold', ['short'], true], [$order->read()->status, $order->fields['notes'], $order->read()->memory->attention]);
        // A former payment of the same price pays it, all the same.
        self::assertSame('processing', self::play(['memory' => $memory->toJson()], self::payment('completed', '12.500000'))->read()->status);
    }

    /** woocommerce-greenfield-plugin PR#65, btcpayserver#5665. */
    public function testAnOrderThatWaitsForAnotherWayToPayIsNotEnded(): void
    {
        $memory = new Memory();
        $memory->send('pay_1', '10 EUR');
        $fields = ['memory' => $memory->toJson(), 'status' => 'on-hold', 'isOurs' => false, 'stock' => 'taken'];
        $order = self::play($fields, self::payment('expired'), self::payment('expired', '1.000000', ['underpaid']));
        self::assertSame(['on-hold', 'taken', ['short']], [$order->read()->status, $order->fields['stock'], $order->fields['notes']]);
        $paid = self::play($fields, self::payment('completed', '12.500000'));
        self::assertSame(['processing', true], [$paid->read()->status, $paid->read()->isOurs]);
    }

    public function testThePriceThatWasPaidMayChangeAfterwards(): void
    {
        $paid = self::payment('completed', '12.500000');
        $order = self::play([], $paid);
        $order->change('total', '7.00');
        self::assertNull(StateMachine::decide($paid, $order->read()));
    }

    public function testMoneyThatTheNetworkTookBackIsReportedAndTheOrderIsProtected(): void
    {
        $order = self::play([], self::payment('completed', '12.500000'), self::payment('created'));
        self::assertSame(['processing', ['paid', 'reverted'], true], [$order->read()->status, $order->fields['notes'], $order->read()->memory->attention]);
    }

    public function testASecondPaymentOfAPaidOrderIsReported(): void
    {
        $order = self::play([], self::payment('completed', '12.500000'), self::payment('completed', '12.500000', id: 'pay_2'));
        self::assertSame(['pay_1', 1, ['paid', 'second'], true], [$order->read()->getPaidBy(), $order->fields['completions'], $order->fields['notes'], $order->read()->memory->attention]);
    }

    /** @dataProvider looks */
    public function testMoneyForWhichTheMerchantDeliveredIsNoSecondOne(string $status, array $payment): void
    {
        $order = self::play(['status' => $status], self::payment(...$payment));
        self::assertTrue($order->read()->memory->attention);
        $order->change('status', 'processing');
        self::assertNull(StateMachine::decide(self::payment(...$payment), $order->read()));
        self::assertNull(StateMachine::decide(self::payment('completed', $payment[1], ['manual']), $order->read()), 'It was accepted, too.');
        self::assertSame('second', StateMachine::decide(self::payment('completed', '25.000000'), $order->read())->note->key, 'More of it is more.');
        self::assertSame('second', StateMachine::decide(self::payment('completed', $payment[1], id: 'pay_2'), $order->read())->note->key);
    }

    public function looks(): array
    {
        return [
            'for another price' => ['pending', ['completed', '12.500000', 'amount' => '9.99']],
            'too little' => ['pending', ['expired', '5.000000', ['underpaid']]],
            'late' => ['failed', ['expired', '12.500000', ['late']]],
            'of a cancelled order' => ['cancelled', ['completed', '12.500000']],
        ];
    }

    public function testAPaymentOfWhichNothingWasNotedEndsItsOrderToo(): void
    {
        $order = self::play([], self::payment('partially_paid', '1.000000'), self::payment('expired', '1.000000', ['underpaid']));
        self::assertSame(['failed', ['part', 'short'], ['short']], [$order->read()->status, $order->fields['notes'], $order->fields['mails']]);
        self::assertSame(['pay_1', '10 EUR'], [$order->read()->memory->current, $order->read()->memory->price]);
    }

    public function testAnIdThatLooksLikeOursPaysNothingOfOurs(): void
    {
        $order = self::play(['status' => 'processing', 'paidBy' => 'pay_OaKp3xV9hT2cZq'], self::payment('completed', '12.500000'));
        self::assertSame([null, ['second']], [$order->read()->getPaidBy(), $order->fields['notes']]);
    }

    public function testTheStockIsTakenOnceMoneyIsSeenAndGivenBackAtTheEnd(): void
    {
        self::assertSame('taken', self::play([], self::payment('processing', '12.500000'))->fields['stock']);
        self::assertSame('free', self::play([], self::payment('partially_paid', '1.000000'), self::payment('expired', '1.000000', ['underpaid']))->fields['stock']);
    }
}
