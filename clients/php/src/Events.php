<?php

declare(strict_types=1);

namespace CryptoCheckout;

final class Events
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Lists events: `list(after: 42)` are all after that sequence number, the oldest first, without gaps.
     *
     * @return Listing<Event>
     */
    public function list(string|int|bool ...$query): Listing
    {
        return Listing::ask($this->transport, '/events', $query, Event::fromAnswer(...));
    }
}
