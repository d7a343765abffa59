<?php

declare(strict_types=1);

namespace CryptoCheckout\Tests;

use CryptoCheckout\Webhook;
use CryptoCheckout\WebhookVerificationError;
use PHPUnit\Framework\TestCase;

final class WebhookTest extends TestCase
{
    private const NOW_S = 1_800_000_000;
    private const BODY = '{"id":"evt_1","object":"event","type":"payment.completed","sequence":7,"createdAt":"2026-11-30T00:00:00.000Z",'
        . '"livemode":false,"data":{"object":{"id":"pay_1","object":"payment","amount":49.90,"metadata":{"name":"Zoë \" 1.50"}}}}';

    private static function secret(int $byte = 7): string
    {
        return 'whsec_' . base64_encode(str_repeat(chr($byte), 32));
    }

    /** @return array<string, string> */
    private static function headers(string $body = self::BODY, int $byte = 7, int $timestampS = self::NOW_S): array
    {
        $mac = hash_hmac('sha256', "evt_1.$timestampS.$body", str_repeat(chr($byte), 32), true);
        return [
            'webhook-id' => 'evt_1',
            'webhook-timestamp' => (string) $timestampS,
            'webhook-signature' => 'v1,' . base64_encode($mac),
        ];
    }

    private static function codeOf(string $body, array $headers, string|array|null $secrets = null): string
    {
        try {
            Webhook::verify($body, $headers, $secrets ?? self::secret(), nowS: self::NOW_S);
            return 'accepted';
        } catch (WebhookVerificationError $error) {
            return $error->code;
        }
    }

    public function testAWebhookOfTheRealServerIsAccepted(): void
    {
        $server = TestServer::get();
        $receiver = stream_socket_server('tcp://127.0.0.1:0');
        $webhook = $server->post('/webhooks', ['url' => 'http://' . stream_socket_get_name($receiver, false) . '/?wc-api=crypto_checkout']);
        $payment = $server->createPayment($server->client(), amount: '12.30');
        $connection = stream_socket_accept($receiver, 20);
        $head = '';
        while (!str_contains($head, "\r\n\r\n")) {
            $head .= fgets($connection);
        }
        preg_match('/content-length: *(\d+)/i', $head, $length);
        $body = (string) stream_get_contents($connection, (int) $length[1]);
        fwrite($connection, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        fclose($connection);
        $server->request('DELETE', "/webhooks/{$webhook['id']}");
        preg_match_all('/^([\w-]+): *(.*?)\r$/m', $head, $found);
        $headers = array_combine($found[1], $found[2]);
        $event = Webhook::verify($body, $headers, [self::secret(), $webhook['secret']]);
        self::assertSame(['payment.created', $payment->id, '12.30'], [$event->type, $event->data['object']['id'], $event->data['object']['amount']]);
        self::assertIsInt($event->sequence);
    }

    public function testHeadersOfEveryKindAreRead(): void
    {
        $headers = self::headers();
        $server = ['HTTP_HOST' => 'shop.example', 'REQUEST_TIME' => 1];
        foreach ($headers as $name => $value) {
            $server['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
        }
        $psr = array_map(static fn (string $value) => [$value], array_change_key_case($headers, CASE_UPPER));
        foreach ([$headers, $server, $psr] as $form) {
            self::assertSame('Zoë " 1.50', Webhook::verify(self::BODY, $form, self::secret(), nowS: self::NOW_S)->data['object']['metadata']['name']);
        }
    }

    public function testEachByteThatIsChangedIsRefused(): void
    {
        $headers = self::headers();
        for ($index = 0; $index < strlen(self::BODY); $index++) {
            $changed = self::BODY;
            $changed[$index] = chr(ord($changed[$index]) ^ 1);
            self::assertSame('invalid_signature', self::codeOf($changed, $headers));
        }
        self::assertSame('invalid_signature', self::codeOf(self::BODY, ['webhook-id' => 'evt_2'] + $headers));
        self::assertSame('invalid_signature', self::codeOf(self::BODY, ['webhook-timestamp' => (string) (self::NOW_S + 1)] + $headers));
    }

    public function testOneOfSeveralSignaturesAndSecretsIsEnough(): void
    {
        $headers = self::headers();
        $both = ['webhook-signature' => self::headers(byte: 8)['webhook-signature'] . ' v1a,x ' . $headers['webhook-signature']] + $headers;
        self::assertSame('accepted', self::codeOf(self::BODY, $both));
        self::assertSame('accepted', self::codeOf(self::BODY, $headers, [self::secret(8), self::secret()]));
        self::assertSame('invalid_signature', self::codeOf(self::BODY, $headers, self::secret(8)));
    }

    public function testOldAndFutureMessagesAndMissingHeadersAreRefused(): void
    {
        foreach ([300 => 'accepted', 301 => 'too_new', -300 => 'accepted', -301 => 'too_old'] as $difference => $code) {
            self::assertSame($code, self::codeOf(self::BODY, self::headers(timestampS: self::NOW_S + $difference)));
        }
        foreach (array_keys(self::headers()) as $name) {
            self::assertSame('missing_header', self::codeOf(self::BODY, array_diff_key(self::headers(), [$name => 1])));
            self::assertSame('missing_header', self::codeOf(self::BODY, [strtoupper($name) => 'x'] + self::headers()));
        }
        self::assertSame('invalid_timestamp', self::codeOf(self::BODY, ['webhook-timestamp' => '1e9'] + self::headers()));
        foreach (['[]', '{"object":"payment"}', '{"object":"event"}', 'x', "\xff"] as $body) {
            self::assertSame('invalid_body', self::codeOf($body, self::headers($body)));
        }
    }

    public function testSecretsThatAnyoneCouldGuessAreRefused(): void
    {
        foreach (['', 'whsec_', 'whsec_c2hvcnQ=', str_repeat('a', 40), [], [null]] as $secret) {
            try {
                Webhook::verify(self::BODY, self::headers(), $secret);
                self::fail('A secret was taken: ' . json_encode($secret));
            } catch (\InvalidArgumentException) {
                self::addToAssertionCount(1);
            }
        }
    }
}
