<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\WordPress;

use CryptoCheckout\CheckoutApiError;
use CryptoCheckout\ConnectionError;
use CryptoCheckout\WooCommerce\Busy;
use CryptoCheckout\WooCommerce\Refused;

/** The way to pay in WooCommerce. */
final class Gateway extends \WC_Payment_Gateway
{
    public const ID = 'crypto_checkout';

    public function __construct()
    {
        $this->id = self::ID;
        $this->has_fields = false;
        $this->method_title = 'Crypto Checkout';
        $this->method_description = __('Stablecoins, by your own checkout server. Preview: not yet run in a shop.', 'crypto-checkout');
        $this->supports = ['products', 'refunds'];
        $this->init_form_fields();
        $this->init_settings();
        $this->title = $this->get_option('title');
        $this->description = self::describe();
        add_action('woocommerce_update_options_payment_gateways_' . $this->id, [$this, 'process_admin_options']);
    }

    /** For payers, in their language. */
    public static function describe(): string
    {
        $texts = Plugin::texts();
        return $texts->get('pay') . ' / ' . $texts->get('pay_from_exchange') . (Connection::get()['livemode'] ?? true ? '' : " {$texts->get('test_mode')}");
    }

    public function init_form_fields(): void
    {
        $this->form_fields = [
            'enabled' => ['title' => __('Enable/Disable', 'woocommerce'), 'type' => 'checkbox', 'label' => __('Take stablecoins', 'crypto-checkout'), 'default' => 'yes'],
            'title' => ['title' => __('Title', 'woocommerce'), 'type' => 'text', 'default' => 'USDC, USDT, DAI'],
            'method' => [
                'title' => __('First choice', 'crypto-checkout'),
                'type' => 'text',
                'description' => __('The coin and network that the payer sees first, such as USDC/polygon. The payer can choose any other that your checkout offers.', 'crypto-checkout'),
                'default' => '',
            ],
        ];
    }

    public function is_available(): bool
    {
        return parent::is_available() && Connection::get() !== [];
    }

    /**
     * @param int $orderId
     * @return array{result: string, redirect?: string}
     */
    public function process_payment($orderId): array
    {
        try {
            $payment = Connection::openCheckout()->pay((string) $orderId);
            return ['result' => 'success', 'redirect' => $payment->url];
        } catch (Refused $refused) {
            wc_add_notice(WooOrder::translate($refused->note), 'error');
        } catch (\RuntimeException $error) {
            wc_get_logger()->error($error->getMessage(), ['source' => 'crypto-checkout']);
            wc_add_notice(__('This payment method is not available now. Please try again in a minute.', 'crypto-checkout'), 'error');
        }
        return ['result' => 'failure'];
    }

    /**
     * True once the checkout has made the refund, which may still wait for a signature or the payer's address.
     *
     * @param int         $orderId
     * @param string|null $amount Null for all that was not refunded yet.
     * @param string      $reason
     */
    public function process_refund($orderId, $amount = null, $reason = ''): bool|\WP_Error
    {
        $order = wc_get_order($orderId);
        if (!$order instanceof \WC_Order) {
            return false;
        }
        $amount = wc_format_decimal($amount ?? $order->get_remaining_refund_amount(), wc_get_price_decimals());
        try {
            Connection::openCheckout()->refundNext((string) $orderId, $amount, (string) $reason);
            return true;
        } catch (Refused $refused) {
            return new \WP_Error('crypto_checkout', WooOrder::translate($refused->note));
        } catch (CheckoutApiError | ConnectionError | Busy $error) {
            return new \WP_Error('crypto_checkout', $error->getMessage() . ' ' . __('Refund the same amount again: it is made only once.', 'crypto-checkout'));
        } catch (\RuntimeException $error) {
            return new \WP_Error('crypto_checkout', $error->getMessage());
        }
    }

    public function admin_options(): void
    {
        $connection = Connection::get();
        $sentence = $connection === []
            ? __('Enter the address of your checkout, and choose the shop there.', 'crypto-checkout')
            : sprintf(
                $connection['livemode'] ? __('Connected to %1$s of %2$s.', 'crypto-checkout') : __('Connected to the sandbox of %1$s of %2$s.', 'crypto-checkout'),
                $connection['merchant'],
                $connection['checkoutUrl'],
            );
        printf(
            // A form within the form of the settings would end that: the button sends itself elsewhere.
            '<h2>%s</h2><p>%s</p><p><input type="url" name="checkout_url" value="%s" placeholder="https://pay.example.com" class="regular-text"> <button class="button" formaction="%s" formnovalidate>%s</button></p>',
            esc_html($this->method_title),
            esc_html($sentence),
            esc_attr($connection['checkoutUrl'] ?? ''),
            esc_url(wp_nonce_url(admin_url('admin-post.php?action=crypto_checkout_connect'), 'crypto_checkout_connect', '_connect_nonce')),
            esc_html__('Connect', 'crypto-checkout'),
        );
        printf('<table class="form-table">%s</table>', $this->generate_settings_html([], false));
    }
}
