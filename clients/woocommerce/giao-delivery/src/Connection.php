<?php
declare(strict_types=1);

namespace GiaoDelivery;

use Giao\{Client, TokenStore, Transport, Unreachable};

/** The PHP client as a WordPress site needs it: its HTTP, and one token for all of its processes. */
final class Connection implements Transport, TokenStore
{
    private const TOKEN = 'giao_delivery_token';

    // A customer waits for prices, nobody for an order: that is asked for again later.
    public static function open(float $timeoutSeconds, int $tries): Client
    {
        $self = new self();
        return new Client(
            Settings::read('url'),
            apiKey: Settings::read('api_key'),
            mobile: Settings::read('mobile'),
            tokens: $self,
            transport: $self,
            timeoutSeconds: $timeoutSeconds,
            tries: $tries,
        );
    }

    public function load(): ?string
    {
        $kept = get_option(self::TOKEN);
        // Of another platform or account it is none.
        return is_array($kept) && $kept['of'] === self::who() ? $kept['token'] : null;
    }

    public function save(string $token): void
    {
        update_option(self::TOKEN, ['of' => self::who(), 'token' => $token], false);
    }

    private static function who(): string
    {
        return md5(Settings::read('url') . ' ' . Settings::read('api_key') . ' ' . Settings::read('mobile'));
    }

    public function send(string $method, string $url, array $headers, ?string $body, float $timeoutSeconds): array
    {
        $answer = wp_remote_request($url, [
            'method' => $method,
            'headers' => $headers,
            'body' => $body ?? '',
            'timeout' => $timeoutSeconds,
            'redirection' => 0,
        ]);
        if (is_wp_error($answer)) {
            $message = $answer->get_error_message();
            throw new Unreachable(str_contains($message, 'timed out') ? 'timeout' : 'network', $message);
        }
        $told = [];
        foreach (['retry-after', 'x-request-id'] as $name) {
            $told[$name] = (string) wp_remote_retrieve_header($answer, $name);
        }
        return [
            'status' => (int) wp_remote_retrieve_response_code($answer),
            'headers' => $told,
            'body' => wp_remote_retrieve_body($answer),
        ];
    }
}
