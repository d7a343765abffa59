<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\WordPress;

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

/** The payment method in the Checkout block, which new shops have. Without it, it would be missing there. */
final class BlocksMethod extends AbstractPaymentMethodType
{
    protected $name = Gateway::ID;

    public function initialize(): void
    {
        $this->settings = get_option('woocommerce_' . Gateway::ID . '_settings', []);
    }

    public function is_active(): bool
    {
        return ($this->settings['enabled'] ?? 'yes') === 'yes' && Connection::get() !== [];
    }

    /** @return list<string> */
    public function get_payment_method_script_handles(): array
    {
        $dependencies = ['wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities'];
        wp_register_script('crypto-checkout-blocks', plugins_url('assets/blocks.js', Plugin::$file), $dependencies, Plugin::VERSION, true);
        return ['crypto-checkout-blocks'];
    }

    /** @return array<string, mixed> */
    public function get_payment_method_data(): array
    {
        return [
            'title' => $this->settings['title'] ?? 'USDC, USDT, DAI',
            'description' => Gateway::describe(),
            'supports' => ['products', 'refunds'],
        ];
    }
}
