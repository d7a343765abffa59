<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\WordPress;

use CryptoCheckout\WooCommerce\Connector;
use CryptoCheckout\WooCommerce\Note;
use CryptoCheckout\WooCommerce\OrderEvents;
use CryptoCheckout\WooCommerce\Till;

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
        add_filter('woocommerce_payment_gateways', static fn ($gateways) => [...(is_array($gateways) ? array_values($gateways) : []), Gateway::class]);
        add_action('woocommerce_update_options_payment_gateways_' . Gateway::ID, static fn () => (new Gateway())->process_admin_options());
        add_action('woocommerce_blocks_payment_method_type_registration', static fn ($registry) => $registry->register(new BlocksMethod()));
        add_action('woocommerce_api_crypto_checkout', [self::class, 'receive']);
        add_action('admin_post_crypto_checkout_connect', [self::class, 'beginConnecting']);
        add_action('woocommerce_api_crypto_checkout_connected', [self::class, 'finishConnecting']);
        add_action('woocommerce_order_status_cancelled', static fn ($id) => self::events()->release(self::toText($id)));
        foreach (['on-hold', 'processing', 'completed'] as $status) {
            add_action("woocommerce_order_status_$status", static fn ($id) => self::events()->releaseReplaced(self::toText($id)));
        }
        add_action('woocommerce_update_order', static fn ($id) => self::events()->releaseChanged(self::toText($id)));
        add_filter('woocommerce_cancel_unpaid_order', [self::class, 'mayCancelUnpaid'], 20, 2);
        add_action('woocommerce_thankyou_' . Gateway::ID, [self::class, 'showPayment']);
        add_filter('woocommerce_order_actions', [self::class, 'addAction'], 10, 2);
        add_action('woocommerce_order_action_crypto_checkout_seen', static fn ($order) => self::events()->markSeen((string) $order->get_id()));
        add_action('action_scheduler_init', [self::class, 'schedule']);
        add_action(self::RECONCILE, static fn () => self::events()->reconcile());
        register_deactivation_hook($file, [self::class, 'unschedule']);
    }

    private static function events(): OrderEvents
    {
        return new OrderEvents(new WordPressShop());
    }

    public static function connector(): Connector
    {
        return new Connector(new WordPressShop());
    }

    /** A note as a text. In the admin, the language of the request is the merchant's, and that of the shop the payer's. */
    public static function write(Note $note, bool $forPayer = false): string
    {
        return $note->write($forPayer ? self::toText(get_locale()) : self::getLocale(), static fn (string $text) => __($text, 'crypto-checkout'));
    }

    public static function getLocale(): string
    {
        return self::toText(determine_locale());
    }

    /** A value as text. Filters and hooks of other plug-ins give anything, and what is no text is none. */
    public static function toText(mixed $value): string
    {
        return is_string($value) || is_int($value) || is_float($value) ? (string) $value : '';
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
        status_header(self::events()->receive((string) file_get_contents('php://input', length: 1_048_576), $_SERVER));
        exit;
    }

    /** Sends the merchant to the checkout's page. */
    public static function beginConnecting(): void
    {
        self::requireMerchant();
        // The form of the settings sends a nonce of its own, as _wpnonce.
        check_admin_referer('crypto_checkout_connect', '_connect_nonce');
        $url = self::connector()->begin(
            esc_url_raw(wp_unslash((string) ($_POST['checkout_url'] ?? ''))),
            wp_specialchars_decode(self::toText(get_bloginfo('name')), ENT_QUOTES),
            clientUri: home_url('/'),
            redirectUri: WC()->api_request_url('crypto_checkout_connected'),
            webhookUrl: WC()->api_request_url('crypto_checkout'),
        );
        wp_redirect($url ?? self::getSettingsUrl());
        exit;
    }

    /** Takes the answer with which the browser comes back. */
    public static function finishConnecting(): void
    {
        self::requireMerchant();
        self::connector()->finish(wp_unslash($_GET));
        wp_safe_redirect(self::getSettingsUrl());
        exit;
    }

    private static function getSettingsUrl(): string
    {
        return admin_url('admin.php?page=wc-settings&tab=checkout&section=' . Gateway::ID);
    }

    private static function requireMerchant(): void
    {
        if (!current_user_can('manage_woocommerce')) {
            wp_die(esc_html(self::write(Note::of('forbidden'))), '', ['response' => 403]);
        }
    }

    /** Shows the payer on the page of the order how the payment is. */
    public static function showPayment(mixed $orderId): void
    {
        $shown = (new Till(new WordPressShop()))->describePayment(self::toText($orderId), self::getLocale(), self::toText(get_bloginfo('name')));
        if ($shown === null) {
            return;
        }
        printf('<h2>%s</h2>', esc_html($shown['title']));
        if ($shown['detail'] !== '') {
            printf('<p>%s</p>', esc_html($shown['detail']));
        }
        if ($shown['url'] !== null) {
            printf('<p><a class="button" href="%s">%s</a></p>', esc_url($shown['url']), esc_html($shown['pay']));
        }
    }

    public static function mayCancelUnpaid(mixed $may, mixed $order): bool
    {
        return $order instanceof \WC_Order ? self::events()->mayCancelUnpaid((bool) $may, (string) $order->get_id()) : (bool) $may;
    }

    /** @return array<string, string> */
    public static function addAction(mixed $actions, mixed $order = null): array
    {
        $needsLook = $order instanceof \WC_Order && self::events()->needsLook((string) $order->get_id());
        return ($needsLook ? ['crypto_checkout_seen' => self::write(Note::of('looked'))] : []) + (is_array($actions) ? $actions : []);
    }

    /** Action Scheduler belongs to WooCommerce, and does not depend on visitors as WP-Cron does. */
    public static function schedule(): void
    {
        if (!as_has_scheduled_action(self::RECONCILE)) {
            as_schedule_recurring_action(time(), self::RECONCILE_S, self::RECONCILE, [], 'crypto-checkout', true);
        }
    }

    /** WooCommerce may be gone already. */
    public static function unschedule(): void
    {
        if (function_exists('as_unschedule_all_actions')) {
            as_unschedule_all_actions(self::RECONCILE);
        }
    }
}
