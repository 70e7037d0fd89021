<?php
declare(strict_types=1);

namespace Giao;

final class CurlTransport implements Transport
{
    public function send(string $method, string $url, array $headers, ?string $body, float $timeoutSeconds): array
    {
        $told = [];
        $request = curl_init($url);
        curl_setopt_array($request, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => array_map(
                static fn(string $name, string $value): string => "$name: $value",
                array_keys($headers),
                array_values($headers),
            ),
            CURLOPT_RETURNTRANSFER => true,
            // The API never redirects; whoever does would get the token.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_TIMEOUT_MS => (int) ($timeoutSeconds * 1000),
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$told): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $told[strtolower(trim($name))] = trim($value);
                return strlen($line);
            },
        ] + ($body === null ? [] : [CURLOPT_POSTFIELDS => $body]));
        $text = curl_exec($request);
        if (!is_string($text)) {
            $reason = curl_errno($request) === CURLE_OPERATION_TIMEDOUT ? 'timeout' : 'network';
            throw new Unreachable($reason, "$method $url: " . curl_error($request));
        }
        return ['status' => (int) curl_getinfo($request, CURLINFO_RESPONSE_CODE), 'headers' => $told, 'body' => $text];
    }
}
