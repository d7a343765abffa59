<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\WordPress;

use CryptoCheckout\WooCommerce\Note;
use CryptoCheckout\WooCommerce\Refused;
use CryptoCheckout\WooCommerce\StateMachine;
use CryptoCheckout\WooCommerce\Texts;

/** Joins everything to WordPress and WooCommerce. */
final class Plugin
{
    public const VERSION = '0.1.0';
    private const RECONCILE = 'crypto_checkout_reconcile';
    private const RECONCILE_S = 300;

    public static string $file = '';

    public static function register(string $file): void
    {
        self::$file = $file;
        add_action('before_woocommerce_init', [self::class, 'declareCompatibility']);
        add_filter('woocommerce_payment_gateways', static fn (array $gateways) => [...$gateways, Gateway::class]);
        add_action('woocommerce_blocks_payment_method_type_registration', static fn ($registry) => $registry->register(new BlocksMethod()));
        add_action('woocommerce_api_crypto_checkout', [self::class, 'receive']);
        add_action('admin_post_crypto_checkout_connect', [Connection::class, 'begin']);
        add_action('woocommerce_api_crypto_checkout_connected', [Connection::class, 'finish']);
        add_action('woocommerce_order_status_cancelled', [self::class, 'releaseCancelled']);
        foreach (['on-hold', 'processing', 'completed'] as $status) {
            add_action("woocommerce_order_status_$status", [self::class, 'releaseReplaced']);
        }
        add_action('woocommerce_update_order', [self::class, 'releaseChanged']);
        add_filter('woocommerce_cancel_unpaid_order', [self::class, 'mayCancelUnpaid'], 20, 2);
        add_action('woocommerce_thankyou_' . Gateway::ID, [self::class, 'showState']);
        add_filter('woocommerce_order_actions', [self::class, 'addAction'], 10, 2);
        add_action('woocommerce_order_action_crypto_checkout_seen', [self::class, 'markSeen']);
        add_action('init', [self::class, 'schedule']);
        add_action(self::RECONCILE, [self::class, 'reconcile']);
        register_deactivation_hook($file, [self::class, 'unschedule']);
    }

    public static function texts(): Texts
    {
        return Texts::of(determine_locale());
    }

    public static function declareCompatibility(): void
    {
        foreach (['custom_order_tables', 'cart_checkout_blocks'] as $feature) {
            \Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility($feature, self::$file, true);
        }
    }

    /** The webhook: `?wc-api=crypto_checkout`. */
    public static function receive(): void
    {
        // Far longer than any event.
        $body = (string) file_get_contents('php://input', length: 1_048_576);
        status_header(Connection::get() === [] ? 503 : Connection::openCheckout()->receive($body, $_SERVER));
        exit;
    }

    /** Stops the payment of an order that was cancelled. */
    public static function releaseCancelled(int $orderId): void
    {
        self::release($orderId);
    }

    /** Stops the payment of an order that the payer pays in another way, so that nobody pays twice. */
    public static function releaseReplaced(int $orderId): void
    {
        $order = wc_get_order($orderId);
        if ($order instanceof \WC_Order && $order->get_payment_method() !== Gateway::ID) {
            self::release($orderId);
        }
    }

    /** Stops the payment of an order whose price has changed, so that nobody pays the old one. */
    public static function releaseChanged(int $orderId): void
    {
        $order = wc_get_order($orderId);
        if (!$order instanceof \WC_Order) {
            return;
        }
        $own = new WooOrder($order);
        $price = $own->getMemory()->price;
        if ($price !== null && $price !== StateMachine::describePrice($own) && StateMachine::classifyOrder($own) === 'open') {
            self::release($orderId);
        }
    }

    /**
     * Keeps WooCommerce's timer for held stock from ending an order that may be paid at this moment. The end of the payment
     * ends the order.
     */
    public static function mayCancelUnpaid(bool $may, \WC_Order $order): bool
    {
        if (!$may || !self::hasPayment($order) || Connection::get() === []) {
            return $may;
        }
        try {
            if (Connection::openCheckout()->isAwaited((string) $order->get_id())) {
                return false;
            }
            // The answer may just have paid or ended the order, of which the timer's copy knows nothing.
            $current = wc_get_order($order->get_id());
            return $current instanceof \WC_Order && $current->get_status() === 'pending';
        } catch (\RuntimeException) {
            // Unknown is not unpaid. The timer comes again.
            return false;
        }
    }

    /** Shows the payer on the page of the order how the payment is. */
    public static function showState(int $orderId): void
    {
        try {
            $payment = Connection::openCheckout()->refresh((string) $orderId);
        } catch (\RuntimeException $error) {
            self::log($error);
            return;
        }
        if ($payment === null) {
            return;
        }
        ['title' => $title, 'detail' => $detail, 'canPay' => $canPay] = self::texts()->describe($payment, get_bloginfo('name'));
        printf('<h2>%s</h2>', esc_html($title));
        if ($detail !== '') {
            printf('<p>%s</p>', esc_html($detail));
        }
        if ($canPay) {
            printf('<p><a class="button" href="%s">%s</a></p>', esc_url($payment->url), esc_html(self::texts()->get('pay')));
        }
    }

    /**
     * @param array<string, string> $actions
     * @return array<string, string>
     */
    public static function addAction(array $actions, ?\WC_Order $order = null): array
    {
        $needsLook = $order?->get_meta(WooOrder::ATTENTION) === 'yes';
        return $needsLook ? $actions + ['crypto_checkout_seen' => __('I have looked at the payment', 'crypto-checkout')] : $actions;
    }

    public static function markSeen(\WC_Order $order): void
    {
        try {
            (new WooOrders())->lock((string) $order->get_id(), static function (WooOrder $own): void {
                $memory = $own->getMemory();
                $memory->attention = false;
                $own->save($memory);
            });
        } catch (\RuntimeException $error) {
            // The action stays in the list, so that it can be chosen again.
            self::log($error);
        }
    }

    /** Action Scheduler belongs to WooCommerce, and does not depend on visitors as WP-Cron does. */
    public static function schedule(): void
    {
        if (function_exists('as_has_scheduled_action')) {
            if (!as_has_scheduled_action(self::RECONCILE)) {
                as_schedule_recurring_action(time(), self::RECONCILE_S, self::RECONCILE, [], 'crypto-checkout', true);
            }
        } elseif (!wp_next_scheduled(self::RECONCILE)) {
            wp_schedule_event(time(), 'hourly', self::RECONCILE);
        }
    }

    public static function unschedule(): void
    {
        if (function_exists('as_unschedule_all_actions')) {
            as_unschedule_all_actions(self::RECONCILE);
        }
        wp_clear_scheduled_hook(self::RECONCILE);
    }

    public static function reconcile(): void
    {
        if (Connection::get() !== []) {
            Connection::openCheckout()->reconcile();
        }
    }

    private static function release(int $orderId): void
    {
        $order = wc_get_order($orderId);
        // Our own writing of the order changes nothing that its payment must know.
        if (!$order instanceof \WC_Order || !self::hasPayment($order) || Connection::get() === [] || WooOrders::isHeld((string) $orderId)) {
            return;
        }
        try {
            if (!Connection::openCheckout()->release((string) $orderId)) {
                $order->add_order_note(WooOrder::translate(Note::of('on_its_way')));
            }
        } catch (Refused) {
            // It is paid: the order says so already.
        } catch (\RuntimeException $error) {
            // The payment stays open. Money that still comes for it needs a look, and is not lost.
            self::log($error);
        }
    }

    /** True if a payment may be open, also when the payer chose another way since. */
    private static function hasPayment(\WC_Order $order): bool
    {
        return (new WooOrder($order))->getMemory()->current !== null;
    }

    private static function log(\Throwable $error): void
    {
        wc_get_logger()->error($error->getMessage(), ['source' => 'crypto-checkout']);
    }
}
