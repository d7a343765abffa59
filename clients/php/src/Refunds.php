<?php

declare(strict_types=1);

namespace CryptoCheckout;

final class Refunds
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Creates a refund. Without `amount`, all that is left goes back. `amount` is decimal text, in the payment's currency.
     *
     * `reference` is your own id of the refund. Asked again with the same one, the answer is the same refund.
     */
    public function create(
        string $paymentId,
        ?string $amount = null,
        ?string $cryptocurrency = null,
        ?string $network = null,
        ?string $destination = null,
        ?string $destinationMemo = null,
        ?string $reason = null,
        ?string $reference = null,
        ?string $idempotencyKey = null,
    ): Refund {
        $input = get_defined_vars();
        unset($input['idempotencyKey']);
        return Refund::fromAnswer($this->transport->send('POST', '/refunds', body: $input, idempotencyKey: $idempotencyKey));
    }

    public function retrieve(string $id): Refund
    {
        return Refund::fromAnswer($this->transport->send('GET', '/refunds/' . Transport::checkId($id)));
    }

    /**
     * Lists refunds, the newest first: `list(paymentId: $payment->id)`. The names are those of the API.
     *
     * @return Listing<Refund>
     */
    public function list(string|int|bool ...$query): Listing
    {
        return Listing::ask($this->transport, '/refunds', $query, Refund::fromAnswer(...));
    }
}
