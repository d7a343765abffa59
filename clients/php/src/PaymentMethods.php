<?php

declare(strict_types=1);

namespace CryptoCheckout;

final class PaymentMethods
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Lists the coins and networks that payments can ask for, with the wallets of the settings.
     *
     * @return list<PaymentMethod>
     */
    public function list(): array
    {
        $answer = $this->transport->send('GET', '/payment_methods');
        return array_map(PaymentMethod::fromAnswer(...), $answer['methods'] ?? []);
    }
}
