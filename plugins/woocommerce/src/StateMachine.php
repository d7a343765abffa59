<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

use CryptoCheckout\Payment;

/**
 * Decides what an order does because of a payment. It knows no shop and no network: its input is the payment as fetched, and
 * what the order knows. It says the same for the same input, so webhooks may come twice, late and out of order.
 */
final class StateMachine
{
    /**
     * The table: what has become of the payment, and the order that it meets. `open`: the order waits for money.
     * `cancelled`: the shop has ended it. `own`: this payment has paid it. `paid`: something else has, or the merchant has
     * taken it over. An order of `own` and `paid` never changes its status. A missing pair does nothing.
     *
     * Each entry: status, stock, note, and whether the merchant has to look. `complete` is the status that the shop chooses.
     */
    private const TABLE = [
        'open' => [
            'part' => ['on-hold', 'reduce', 'part', false],
            'seen' => ['on-hold', 'reduce', 'seen', false],
            'paid' => ['complete', 'reduce', 'paid', false],
            'over' => ['complete', 'reduce', 'over', true],
            'other_price' => ['on-hold', 'reduce', 'other_price', true],
            'ended' => ['failed', 'restore', 'ended', false],
            'short' => ['failed', 'restore', 'short', true],
            'late' => ['failed', 'restore', 'late', true],
        ],
        'cancelled' => [
            'seen' => [null, null, 'seen', false],
            'paid' => [null, null, 'after_cancel', true],
            'over' => [null, null, 'after_cancel', true],
            'other_price' => [null, null, 'after_cancel', true],
            'short' => [null, null, 'short', true],
            'late' => [null, null, 'late', true],
        ],
        'own' => [
            'over' => [null, null, 'over', true],
            'waiting' => [null, null, 'reverted', true],
            'part' => [null, null, 'reverted', true],
            'seen' => [null, null, 'reverted', true],
            'ended' => [null, null, 'reverted', true],
            'short' => [null, null, 'reverted', true],
            'late' => [null, null, 'reverted', true],
        ],
        'paid' => [
            'paid' => [null, null, 'second', true],
            'over' => [null, null, 'second', true],
            'other_price' => [null, null, 'second', true],
            'short' => [null, null, 'second', true],
            'late' => [null, null, 'second', true],
        ],
    ];

    /** The order's own statuses. Any other, such as one of a shipping plug-in, is the merchant's business. */
    private const ORDERS = [
        'pending' => 'open',
        'on-hold' => 'open',
        'failed' => 'open',
        'cancelled' => 'cancelled',
        'trash' => 'cancelled',
    ];

    /** Ends that only the current payment may cause. */
    private const ENDS = ['ended', 'short', 'late'];

    /** Null if there is nothing to do. */
    public static function decide(Payment $payment, OrderFacts $order): ?Decision
    {
        $memory = $order->memory;
        $group = $order->getPaidBy() === $payment->id ? 'own' : self::classifyOrder($order);
        $situation = self::classify($payment, $order, $group === 'own');
        $entry = self::TABLE[$group][$situation] ?? null;
        // A payment that the order does not know was made just before the process died. An order that the payer pays in another
        // way waits for none of ours.
        $isCurrent = $order->isOurs && ($memory->current === $payment->id || !in_array($payment->id, $memory->payments, true));
        $isEnd = in_array($situation, self::ENDS, true);
        if ($entry === null || ($situation === 'ended' && !$isCurrent && $group === 'open')) {
            return null;
        }
        [$status, $stock, $note, $attention] = $entry;
        $report = "$note {$payment->amountReceived}";
        $reported = $memory->reported[$payment->id] ?? '';
        // The merchant was asked to look at this money, and has delivered for it since.
        if ($group === 'paid' && self::wantedLook($reported, $payment->amountReceived)) {
            return null;
        }
        $isReported = $reported === $report;
        // Keep what a merchant has decided since. A payment that pays is never given up, whatever was reported.
        if ($isReported && $status !== 'complete') {
            return null;
        }
        $keepsStatus = $status === null || $status === $order->status || ($isEnd && !$isCurrent);
        // The merchant has looked already.
        $isAccepted = in_array('manual', $payment->exceptions, true);
        return new Decision(
            $payment->id,
            status: $keepsStatus || $status === 'complete' ? null : $status,
            completes: $status === 'complete',
            stock: $isEnd && !$isCurrent ? null : $stock,
            note: $isReported ? null : Note::of($note, self::describe($payment, $situation)),
            attention: $attention && !$isAccepted,
            report: $report,
        );
    }

    /** True if the report asked for a look at the same amount. */
    private static function wantedLook(string $report, string $amount): bool
    {
        [$note, $reported] = explode(' ', "$report ");
        $isQuiet = in_array($note, ['', 'part', 'seen', 'paid', 'ended'], true);
        return !$isQuiet && Decimal::areEqual($reported, $amount);
    }

    /** `open`, `cancelled` or `paid`. */
    public static function classifyOrder(OrderFacts $order): string
    {
        return $order->getPaidBy() !== null ? 'paid' : self::ORDERS[$order->status] ?? 'paid';
    }

    /** The situation of a payment, for an order. */
    private static function classify(Payment $payment, OrderFacts $order, bool $isOwn): string
    {
        $has = static fn (string $exception) => in_array($exception, $payment->exceptions, true);
        $hasMoney = !Decimal::isZero($payment->amountReceived);
        return match ($payment->status) {
            'created' => 'waiting',
            'partially_paid' => 'part',
            'processing' => 'seen',
            'completed' => match (true) {
                // Once it has paid the order, the price of the order is no matter of it.
                !$isOwn && !self::hasPriceOf($payment, $order) => 'other_price',
                $has('overpaid') => 'over',
                default => 'paid',
            },
            default => match (true) {
                $has('late') => 'late',
                $hasMoney || $has('underpaid') => 'short',
                default => 'ended',
            },
        };
    }

    public static function hasPriceOf(Payment $payment, OrderFacts $order): bool
    {
        return self::describePrice($payment->amount, $payment->currency) === self::describePrice($order->total, $order->currency);
    }

    /** A price, written so that equal ones are equal. */
    public static function describePrice(string $amount, string $currency): string
    {
        return Decimal::normalise($amount) . " $currency";
    }

    private static function describe(Payment $payment, string $situation): string
    {
        return $situation === 'other_price'
            ? "$payment->amount $payment->currency"
            : "$payment->amountReceived $payment->cryptocurrency ($payment->network)";
    }
}
