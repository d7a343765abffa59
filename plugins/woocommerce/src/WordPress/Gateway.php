<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\WordPress;

use CryptoCheckout\WooCommerce\Note;
use CryptoCheckout\WooCommerce\Till;

/** The way to pay in WooCommerce. */
final class Gateway extends \WC_Payment_Gateway
{
    public const ID = 'crypto_checkout';

    private readonly Till $till;

    public function __construct()
    {
        $this->till = new Till(new WordPressShop());
        $this->id = self::ID;
        $this->has_fields = false;
        $this->method_title = 'Crypto Checkout';
        $this->method_description = Plugin::write(Note::of('about'));
        $this->supports = ['products', 'refunds'];
        $this->form_fields = [
            'enabled' => ['title' => __('Enable/Disable', 'woocommerce'), 'type' => 'checkbox', 'label' => Plugin::write(Note::of('enable')), 'default' => 'yes'],
            'title' => ['title' => __('Title', 'woocommerce'), 'type' => 'text', 'default' => 'USDC, USDT, DAI'],
            'method' => ['title' => Plugin::write(Note::of('method')), 'type' => 'text', 'description' => Plugin::write(Note::of('method_hint')), 'default' => ''],
        ];
        $this->init_settings();
        $this->title = $this->get_option('title');
        $this->description = $this->till->describeMethod(Plugin::getLocale());
    }

    public function is_available(): bool
    {
        return parent::is_available() && $this->till->isOpen();
    }

    /**
     * @param int $orderId
     * @return array{result: string, redirect?: string}
     */
    public function process_payment($orderId): array
    {
        $answer = $this->till->pay((string) $orderId);
        if (is_string($answer)) {
            return ['result' => 'success', 'redirect' => $answer];
        }
        wc_add_notice(Plugin::write($answer), 'error');
        return ['result' => 'failure'];
    }

    /**
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
        $problem = $this->till->refund((string) $orderId, $amount, (string) $reason);
        return $problem === null ? true : new \WP_Error(self::ID, Plugin::write($problem));
    }

    public function admin_options(): void
    {
        $notice = Plugin::connector()->takeNotice();
        if ($notice !== null) {
            printf('<div class="notice notice-error inline"><p>%s</p></div>', esc_html(Plugin::write($notice)));
        }
        printf(
            // A form within the form of the settings would end that: the button sends itself elsewhere.
            '<h2>%s</h2><p>%s</p><p><input type="url" name="checkout_url" value="%s" placeholder="https://pay.example.com" class="regular-text"> <button class="button" formaction="%s" formnovalidate>%s</button></p><table class="form-table">%s</table>',
            esc_html($this->method_title),
            esc_html(Plugin::write(Plugin::connector()->describe())),
            esc_attr(Plugin::connector()->getCheckoutUrl()),
            esc_url(wp_nonce_url(admin_url('admin-post.php?action=crypto_checkout_connect'), 'crypto_checkout_connect', '_connect_nonce')),
            esc_html(Plugin::write(Note::of('connect'))),
            $this->generate_settings_html([], false),
        );
    }
}
