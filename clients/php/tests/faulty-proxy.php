<?php

/**
 * Stands between client and server, and does one fault of a list for each request. Its arguments: the server's address,
 * a file for the requests seen, and the faults as JSON. A fault is `cut before`, `cut after`, `unheard`, null for none,
 * or `{"status": 503, "headers": {}, "body": ""}`. Prints its port.
 */

declare(strict_types=1);

[, $target, $seen, $faults] = $argv;
$faults = json_decode($faults, true);
$server = stream_socket_server('tcp://127.0.0.1:0');
echo substr(strrchr(stream_socket_get_name($server, false), ':'), 1), "\n";
$held = [];
while (true) {
    $client = @stream_socket_accept($server, 60);
    if (!$client) {
        exit;
    }
    $head = '';
    while (!str_contains($head, "\r\n\r\n") && !feof($client)) {
        $head .= fgets($client);
    }
    $length = preg_match('/content-length: *(\d+)/i', $head, $found) ? (int) $found[1] : 0;
    $body = $length > 0 ? stream_get_contents($client, $length) : '';
    file_put_contents($seen, json_encode(['head' => $head, 'body' => $body]) . "\n", FILE_APPEND);
    $fault = array_shift($faults);
    if ($fault === 'cut before') {
        fclose($client);
        continue;
    }
    if (is_array($fault)) {
        $lines = '';
        foreach (['Connection' => 'close', 'Content-Length' => strlen($fault['body'] ?? '')] + ($fault['headers'] ?? []) as $name => $value) {
            $lines .= "$name: $value\r\n";
        }
        fwrite($client, "HTTP/1.1 {$fault['status']} Fault\r\n$lines\r\n" . ($fault['body'] ?? ''));
        fclose($client);
        continue;
    }
    $upstream = stream_socket_client("tcp://$target");
    fwrite($upstream, preg_replace('/\r\nconnection:[^\r]*/i', '', rtrim($head)) . "\r\nConnection: close\r\n\r\n$body");
    $answer = stream_get_contents($upstream);
    if ($fault === 'unheard') {
        $held[] = $client;
        continue;
    }
    fwrite($client, $fault === 'cut after' ? '' : $answer);
    fclose($client);
}
