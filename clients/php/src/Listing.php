<?php

declare(strict_types=1);

namespace CryptoCheckout;

/**
 * A page of a list. In `foreach` it is every item, page after page.
 *
 * @template T of ApiResource
 * @implements \IteratorAggregate<int, T>
 */
final class Listing implements \IteratorAggregate
{
    /** @param list<T> $data */
    private function __construct(
        public readonly array $data,
        public readonly bool $hasMore,
        public readonly int $totalCount,
        private readonly \Closure $askAfter,
    ) {
    }

    /**
     * @internal
     * @param array<string, string|int|bool> $query
     */
    public static function ask(Transport $transport, string $path, array $query, \Closure $read): self
    {
        $answer = $transport->send('GET', $path, $query);
        if (!is_array($answer['data'] ?? null)) {
            throw CheckoutApiError::unexpected("GET $path: the answer is no list.", 200);
        }
        return new self(
            array_map($read, $answer['data']),
            (bool) ($answer['hasMore'] ?? false),
            (int) ($answer['totalCount'] ?? count($answer['data'])),
            // Only the list of events after a sequence number continues by number.
            static fn (ApiResource $last) => self::ask(
                $transport,
                $path,
                (isset($query['after']) ? ['after' => $last->sequence] : ['starting_after' => $last->id]) + $query,
                $read,
            ),
        );
    }

    public function getIterator(): \Generator
    {
        for ($page = $this; ; $page = ($page->askAfter)(end($items))) {
            $items = $page->data;
            foreach ($items as $item) {
                yield $item;
            }
            if (!$page->hasMore || $items === []) {
                return;
            }
        }
    }
}
