<?php
declare(strict_types=1);

namespace Giao;

/** Is this callback from the platform? Standard Webhooks signatures. */
final class Callback
{
    private const TOLERANCE_SECONDS = 300;
    // Two while a secret is being changed; more would only be work for nothing.
    private const SIGNATURES_MAX = 8;

    /**
     * The event. Give the body as it came (`file_get_contents('php://input')`), and both secrets while you change one.
     *
     * @param array<string, string> $headers
     * @param string|list<string> $secrets
     * @return array<string, mixed>
     * @throws BadCallback
     */
    public static function read(
        array $headers,
        string $body,
        string|array $secrets,
        int $toleranceSeconds = self::TOLERANCE_SECONDS,
        ?int $now = null,
    ): array {
        $given = array_change_key_case($headers);
        [$id, $timestamp, $signatures] = array_map(
            static function (string $name) use ($given): string {
                $value = (string) ($given[$name] ?? '');
                return $value === '' ? throw new BadCallback('missing_header', "$name is missing") : $value;
            },
            ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
        );
        if (preg_match('/^\d{1,12}$/D', $timestamp) !== 1 || abs(($now ?? time()) - (int) $timestamp) > $toleranceSeconds) {
            throw new BadCallback('old_or_early', 'webhook-timestamp is not within the tolerance');
        }
        $fits = false;
        foreach ((array) $secrets as $secret) {
            $right = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", self::key($secret), true));
            foreach (array_slice(explode(' ', $signatures), 0, self::SIGNATURES_MAX) as $one) {
                // Every pair is compared, so that the time does not tell which secret fitted.
                $fits = hash_equals($right, $one) || $fits;
            }
        }
        if (!$fits) {
            throw new BadCallback('wrong_signature', 'no signature fits a secret');
        }
        $event = json_decode($body, true);
        if (!is_array($event) || !isset($event['event_seq'])) {
            throw new BadCallback('not_an_event', 'the body is not an event');
        }
        return $event;
    }

    private static function key(string $secret): string
    {
        $key = base64_decode((string) preg_replace('/^whsec_/', '', $secret), true);
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException('a callback secret is whsec_ and base64');
        }
        return $key;
    }
}
