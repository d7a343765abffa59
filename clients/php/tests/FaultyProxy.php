<?php

declare(strict_types=1);

namespace CryptoCheckout\Tests;

/** A proxy with faults before the real server, in a process of its own. */
final class FaultyProxy
{
    public readonly string $baseUrl;
    private readonly string $seen;
    private readonly mixed $process;

    /** @param list<mixed> $faults The faults of the next requests, in order. */
    public function __construct(array $faults)
    {
        $this->seen = (string) tempnam(sys_get_temp_dir(), 'seen');
        $target = (string) parse_url(TestServer::get()->url(), PHP_URL_HOST) . ':' . parse_url(TestServer::get()->url(), PHP_URL_PORT);
        $command = [PHP_BINARY, __DIR__ . '/faulty-proxy.php', $target, $this->seen, json_encode($faults)];
        $this->process = proc_open($command, [1 => ['pipe', 'w'], 2 => STDERR], $pipes);
        $this->baseUrl = 'http://127.0.0.1:' . trim((string) fgets($pipes[1])) . '/sandbox/v1';
    }

    /** @return list<array{head: string, body: string}> The requests received, in order. */
    public function seen(): array
    {
        $lines = file($this->seen, FILE_IGNORE_NEW_LINES) ?: [];
        return array_map(static fn (string $line) => json_decode($line, true), $lines);
    }

    public function __destruct()
    {
        proc_terminate($this->process);
        proc_close($this->process);
        unlink($this->seen);
    }
}
