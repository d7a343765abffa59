<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\WordPress;

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

/** The payment method in the Checkout block, which new shops have. Without it, it would be missing there. */
final class BlocksMethod extends AbstractPaymentMethodType
{
    protected $name = Gateway::ID;
    private Gateway $gateway;

    public function initialize(): void
    {
        $this->gateway = new Gateway();
    }

    public function is_active(): bool
    {
        return $this->gateway->is_available();
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
        return ['title' => $this->gateway->title, 'description' => $this->gateway->description, 'supports' => $this->gateway->supports];
    }
}
