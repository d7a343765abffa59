<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\WordPress;

use CryptoCheckout\Client;
use CryptoCheckout\Connect;
use CryptoCheckout\WooCommerce\Checkout;

/** The checkout to which the shop is connected, as an option of WordPress, and the button that connects it. */
final class Connection
{
    private const OPTION = 'crypto_checkout_connection';
    private const MINUTES = 10;

    /** @return array<string, mixed> Empty if the shop is not connected, also if it is a copy of one that is. */
    public static function get(): array
    {
        $option = get_option(self::OPTION, []);
        return is_array($option) && ($option['shop'] ?? null) === (new WooOrders())->getShop() ? $option : [];
    }

    public static function openCheckout(): Checkout
    {
        $settings = get_option('woocommerce_' . Gateway::ID . '_settings', []);
        return new Checkout(self::openClient(), new WooOrders(), self::get()['webhookSecret'] ?? '', $settings['method'] ?? '');
    }

    public static function openClient(): Client
    {
        $connection = self::get();
        return $connection === [] ? throw new \RuntimeException('The shop is not connected to a checkout.') : self::createClient($connection);
    }

    /** @param array<string, mixed> $connection */
    private static function createClient(array $connection): Client
    {
        // A payer waits, and web servers end what takes longer.
        return new Client($connection['baseUrl'], $connection['publicKey'], $connection['secretKey'], timeoutMs: 8_000, deadlineMs: 10_000);
    }

    /** Sends the merchant to the checkout's page. */
    public static function begin(): void
    {
        self::requireMerchant();
        // The form of the settings sends a nonce of its own, as _wpnonce.
        check_admin_referer('crypto_checkout_connect', '_connect_nonce');
        $checkoutUrl = esc_url_raw(wp_unslash((string) ($_POST['checkout_url'] ?? '')));
        try {
            $connect = Connect::begin(
                $checkoutUrl,
                clientName: mb_substr(wp_specialchars_decode(get_bloginfo('name'), ENT_QUOTES), 0, 100) ?: 'WooCommerce',
                clientUri: home_url('/'),
                redirectUri: WC()->api_request_url('crypto_checkout_connected'),
                webhookUrl: WC()->api_request_url('crypto_checkout'),
            );
        } catch (\InvalidArgumentException $error) {
            self::returnToSettings($error);
        }
        $kept = ['checkoutUrl' => $checkoutUrl, 'state' => $connect->state, 'codeVerifier' => $connect->codeVerifier];
        set_transient(self::nameTransient(), $kept, self::MINUTES * 60);
        wp_redirect($connect->url);
        exit;
    }

    /** Takes the answer with which the browser comes back. */
    public static function finish(): void
    {
        self::requireMerchant();
        $kept = get_transient(self::nameTransient());
        delete_transient(self::nameTransient());
        try {
            self::exchange(is_array($kept) ? $kept : [], wp_unslash($_GET));
        } catch (\Throwable $error) {
            self::returnToSettings($error);
        }
        self::returnToSettings();
    }

    /**
     * @param array<string, string> $kept
     * @param array<string, mixed>  $query
     */
    public static function exchange(array $kept, array $query): void
    {
        $code = Connect::readCode($query, $kept['state'] ?? '');
        $shop = Connect::exchange($kept['checkoutUrl'], $code, $kept['codeVerifier']);
        $connection = [
            'checkoutUrl' => $kept['checkoutUrl'],
            'baseUrl' => Connect::getBaseUrl($kept['checkoutUrl'], $shop->livemode),
            'publicKey' => $shop->key['publicKey'],
            'secretKey' => $shop->key['secretKey'],
            'webhookSecret' => $shop->webhook['secret'],
            'merchant' => $shop->merchant['name'],
            'livemode' => $shop->livemode,
            'shop' => (new WooOrders())->getShop(),
        ];
        // Skip events from before the connection. Read first, so that the shop is connected with a cursor or not at all.
        $events = self::createClient($connection)->events->list(limit: 1, qrCode: false)->data;
        (new WooOrders())->setCursor($events[0]->sequence ?? 0);
        update_option(self::OPTION, $connection, false);
    }

    private static function returnToSettings(?\Throwable $error = null): never
    {
        if ($error !== null) {
            wc_get_logger()->error($error->getMessage(), ['source' => 'crypto-checkout']);
        }
        $result = $error === null ? 'connected' : 'failed';
        wp_safe_redirect(admin_url('admin.php?page=wc-settings&tab=checkout&section=' . Gateway::ID . "&crypto_checkout=$result"));
        exit;
    }

    private static function requireMerchant(): void
    {
        if (!current_user_can('manage_woocommerce')) {
            wp_die('', '', ['response' => 403]);
        }
    }

    /** Names the browser that began to connect by its WordPress user. */
    private static function nameTransient(): string
    {
        return 'crypto_checkout_connect_' . get_current_user_id();
    }
}
