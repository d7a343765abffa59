<?php

declare(strict_types=1);

namespace CryptoCheckout\Tests;

use CryptoCheckout\Client;
use CryptoCheckout\Payment;

/** The real server with its sandbox on local networks. One serves a whole run. */
final class TestServer
{
    private static ?self $running = null;

    /**
     * @param array<string, mixed> $about
     * @param resource             $input The server ends when this does.
     */
    private function __construct(private readonly array $about, private readonly mixed $process, private readonly mixed $input)
    {
    }

    public static function get(): self
    {
        return self::$running ??= self::start();
    }

    private static function start(): self
    {
        $root = dirname(__DIR__, 3);
        $command = [$root . '/node_modules/.bin/node', __DIR__ . '/start-server.ts'];
        $process = proc_open($command, [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
        $line = fgets($pipes[1]);
        if ($line === false) {
            throw new \RuntimeException('The server did not start. Is the workspace set up, and are its pages built? npm run build:widget && npm run build:dashboard');
        }
        $server = new self(json_decode($line, true, 512, JSON_THROW_ON_ERROR), $process, $pipes[0]);
        register_shutdown_function(static function () use ($server): void {
            fclose($server->input);
            proc_close($server->process);
        });
        return $server;
    }

    public function url(): string
    {
        return $this->about['url'];
    }

    public function baseUrl(): string
    {
        return $this->about['url'] . '/sandbox/v1';
    }

    public function publicKey(): string
    {
        return $this->about['publicKey'];
    }

    public function secretKey(): string
    {
        return $this->about['secretKey'];
    }

    public function wallet(string $network = 'ethereum'): string
    {
        return $this->about['wallets'][$network];
    }

    /** A client with the keys of the sandbox. `requireSignature`: with keys that must sign. */
    public function client(bool $requireSignature = false, mixed ...$options): Client
    {
        $keys = $requireSignature ? $this->about['signed'] : $this->about;
        $defaults = ['baseUrl' => $this->baseUrl(), 'publicKey' => $keys['publicKey'], 'secretKey' => $keys['secretKey']];
        return new Client(...$options + $defaults);
    }

    /** Creates a payment of 10 EUR, which are 12.5 USDC. */
    public function createPayment(Client $client, mixed ...$input): Payment
    {
        return $client->payments->create(...$input + [
            'amount' => '10.00',
            'currency' => 'EUR',
            'cryptocurrency' => 'USDC',
            'network' => 'ethereum',
            'merchantWallet' => $this->wallet(),
        ]);
    }

    /** Pays with real transfers on the local network. `amount` is in whole coins, instead of the scenario's. */
    public function pay(string $id, string $scenario = 'exact', ?string $amount = null): void
    {
        $this->post("/test_helpers/payments/$id/pay", array_filter(['scenario' => $scenario, 'amount' => $amount]));
    }

    public function expire(string $id): void
    {
        $this->post("/test_helpers/payments/$id/expire");
    }

    /** @param array<string, mixed> $body */
    public function post(string $path, array $body = []): array
    {
        return $this->request('POST', $path, $body);
    }

    /** Sends a request that the client has no operation for. */
    public function request(string $method, string $path, ?array $body = null): array
    {
        $headers = "Authorization: Bearer {$this->publicKey()}\r\nX-Api-Secret: {$this->secretKey()}\r\nContent-Type: application/json";
        $options = ['method' => $method, 'header' => $headers, 'ignore_errors' => true];
        if ($body !== null) {
            $options['content'] = json_encode((object) $body);
        }
        $text = file_get_contents($this->baseUrl() . $path, false, stream_context_create(['http' => $options]));
        $answer = json_decode((string) $text, true, 512, JSON_THROW_ON_ERROR);
        if (isset($answer['error'])) {
            throw new \RuntimeException("$method $path: " . json_encode($answer['error']));
        }
        return $answer;
    }

    /** Fetches a payment until it has a status. */
    public function waitFor(Client $client, string $id, string ...$statuses): Payment
    {
        for ($tries = 0; $tries < 600; $tries++) {
            $payment = $client->payments->retrieve($id);
            if (in_array($payment->status, $statuses, true)) {
                return $payment;
            }
            usleep(100_000);
        }
        throw new \RuntimeException("$id stays $payment->status.");
    }

    /** @return array<string, mixed> The OpenAPI document. */
    public function openApi(): array
    {
        return json_decode((string) file_get_contents($this->url() . '/openapi.json'), true, 512, JSON_THROW_ON_ERROR);
    }
}
