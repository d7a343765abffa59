<?php

declare(strict_types=1);

namespace CryptoCheckout;

final class Payments
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Creates a payment. Send the payer to its `url`. Amounts are decimal text, such as '49.90'.
     *
     * With `reuse`, an open payment of the same `reference`, amount and currency is the answer, and none is made.
     * `supersedes` is the id of a payment of the same `reference` that is still `created`: the new one replaces it.
     *
     * @param string|list<array<string, string>>|null $alternatives Other coins and networks, or `all`.
     * @param array<string, mixed>|null               $metadata     Your own data, returned unchanged.
     * @param list<array<string, mixed>>|null         $lineItems    Their sum is the amount, exactly.
     * @param string|null                             $idempotencyKey The same for the same intent; random by default.
     */
    public function create(
        string $amount,
        string $currency,
        string $cryptocurrency,
        string $network,
        string $merchantWallet,
        string|array|null $alternatives = null,
        ?string $redirectUrl = null,
        ?string $webhookUrl = null,
        ?int $expiresIn = null,
        ?array $metadata = null,
        ?string $description = null,
        ?string $reference = null,
        ?array $lineItems = null,
        ?string $cancelUrl = null,
        ?string $supersedes = null,
        ?bool $reuse = null,
        ?string $customerEmail = null,
        ?string $customerLanguage = null,
        ?string $idempotencyKey = null,
    ): Payment {
        $input = get_defined_vars();
        unset($input['idempotencyKey']);
        if ($metadata !== null) {
            // PHP cannot tell an empty object from an empty list.
            $input['metadata'] = (object) $metadata;
        }
        return Payment::fromAnswer($this->transport->send('POST', '/payments', body: $input, idempotencyKey: $idempotencyKey));
    }

    public function retrieve(string $id): Payment
    {
        return Payment::fromAnswer($this->transport->send('GET', '/payments/' . Transport::checkId($id)));
    }

    /**
     * Lists payments, the newest first: `list(status: 'completed', limit: 100)`. The names are those of the API.
     *
     * @return Listing<Payment>
     */
    public function list(string|int|bool ...$query): Listing
    {
        return Listing::ask($this->transport, '/payments', $query, Payment::fromAnswer(...));
    }

    /** Stops a payment from being offered. Money that still arrives is kept and reported. */
    public function cancel(string $id): Payment
    {
        return Payment::fromAnswer($this->transport->send('POST', '/payments/' . Transport::checkId($id) . '/cancel'));
    }
}
