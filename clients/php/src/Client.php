<?php
declare(strict_types=1);

namespace Giao;

/** The partner API: tokens, keys and repeats are taken care of, everything else is the call itself. */
final class Client extends Calls
{
    private const FIRST_PAUSE_SECONDS = 0.25;
    private const PAUSE_SECONDS_MAX = 10.0;
    private const RETRY_AFTER_SECONDS_MAX = 60;

    private readonly string $root;
    private readonly \Closure $pause;
    private ?string $token = null;

    /**
     * @param string $mobile the account that orders
     * @param string|\Closure(): string $partnerToken for a program that shall not hold the API key
     * @param (\Closure(float): void)|null $pause how to wait between tries; tests need not
     */
    public function __construct(
        string $url,
        private readonly string $apiKey = '',
        private readonly string $mobile = '',
        private readonly string $routeKey = '',
        private readonly string|\Closure $partnerToken = '',
        private readonly ?TokenStore $tokens = null,
        private readonly Transport $transport = new CurlTransport(),
        private readonly float $timeoutSeconds = 30.0,
        private readonly int $tries = 3,
        ?\Closure $pause = null,
    ) {
        $this->root = rtrim($url, '/');
        $this->pause = $pause ?? static fn(float $seconds) => usleep((int) ($seconds * 1_000_000));
    }

    /** Any call of the API by its operation id; see the API reference at /docs. */
    public function call(
        string $name,
        array $params = [],
        array $query = [],
        ?array $body = null,
        ?string $idempotencyKey = null,
        bool $asPartner = false,
    ): mixed {
        [$method, $path, $auth, $keyed] = self::CALLS[$name] ?? throw new \InvalidArgumentException("there is no call $name");
        // The same through all tries: that is what makes them one write.
        $key = $keyed ? ['idempotency-key' => $idempotencyKey ?? bin2hex(random_bytes(16))] : [];
        $url = $this->root . self::fill($path, $params) . self::search($query);
        $send = fn(array $headers): mixed => $this->send($method, $url, $key + $headers, $body);
        $once = fn(): mixed => match (true) {
            $auth === 'partner' || $asPartner => $send(['authorization' => 'Bearer ' . $this->partnerCredential()]),
            $auth === 'token' => $this->withToken($send),
            $auth === 'route' => $send(['api-key' => $this->routeKey]),
            default => $send([]),
        };
        return $this->repeated($keyed || $method === 'GET' || $name === 'estimateFees', $once);
    }

    private function partnerCredential(): string
    {
        if ($this->apiKey !== '') {
            return $this->apiKey;
        }
        return is_string($this->partnerToken) ? $this->partnerToken : ($this->partnerToken)();
    }

    // The server may have ended the token; once it is got anew. A second 401 means what it says.
    private function withToken(\Closure $send): mixed
    {
        $token = $this->currentToken(null);
        try {
            return $send(['authorization' => "Bearer $token"]);
        } catch (Refused $refused) {
            if ($refused->status !== 401) {
                throw $refused;
            }
        }
        return $send(['authorization' => 'Bearer ' . $this->currentToken($token)]);
    }

    // A token other than the one that was refused.
    private function currentToken(?string $refused): string
    {
        if ($this->token !== null && $this->token !== $refused) {
            return $this->token;
        }
        // Another process may have been quicker.
        $token = $this->tokens?->load();
        if ($token === null || $token === $refused) {
            if ($this->apiKey === '' || $this->mobile === '') {
                throw new \LogicException("an account's calls need apiKey and mobile");
            }
            $token = (string) $this->issueToken(['api_key' => $this->apiKey, 'mobile' => $this->mobile])['token'];
            $this->tokens?->save($token);
        }
        return $this->token = $token;
    }

    private function repeated(bool $isRepeatable, \Closure $work): mixed
    {
        for ($attempt = 0; ; $attempt++) {
            try {
                return $work();
            } catch (Refused | Unreachable $failure) {
                if ($attempt + 1 >= $this->tries || !self::isWorthRepeating($failure, $isRepeatable)) {
                    throw $failure;
                }
                $asked = $failure instanceof Refused ? $failure->retryAfter ?? 0 : 0;
                // Up to a quarter is taken off by chance, so that many clients do not come back at once.
                $backoff = min(self::PAUSE_SECONDS_MAX, self::FIRST_PAUSE_SECONDS * 2 ** $attempt) * (1 - random_int(0, 1000) / 4000);
                ($this->pause)((float) max(min($asked, self::RETRY_AFTER_SECONDS_MAX), $backoff));
            }
        }
    }

    // A 500 is not repeated: the API answers so to a field of the wrong type, and it would answer the same again.
    private static function isWorthRepeating(Refused|Unreachable $failure, bool $isRepeatable): bool
    {
        if ($failure instanceof Unreachable) {
            return $isRepeatable;
        }
        // TOO_MANY_REQUESTS was turned away at the door, so that nothing has happened yet.
        return $failure->is('TOO_MANY_REQUESTS')
            || ($isRepeatable && $failure->is('SERVICE_UNAVAILABLE', 'IDEMPOTENCY_IN_PROGRESS'));
    }

    private function send(string $method, string $url, array $headers, ?array $body): mixed
    {
        // An empty array would be [] in JSON.
        $text = $body === null ? null : json_encode($body === [] ? (object) [] : $body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
        if ($text !== null) {
            $headers['content-type'] = 'application/json';
        }
        ['status' => $status, 'headers' => $told, 'body' => $answer] =
            $this->transport->send($method, $url, $headers, $text, $this->timeoutSeconds);
        $read = json_decode($answer, true);
        if ($read === null && trim($answer) !== 'null') {
            throw new Unreachable('not_the_api', "an answer with status $status was not JSON");
        }
        if ($status >= 200 && $status < 300) {
            return $read;
        }
        if (!is_array($read) || !is_string($read['code'] ?? null)) {
            throw new Unreachable('not_the_api', "an answer with status $status was not the API's");
        }
        $asked = $told['retry-after'] ?? '';
        throw new Refused(
            $read['code'],
            (string) ($read['title'] ?? $read['code']),
            (string) ($read['description'] ?? ''),
            $status,
            $told['x-request-id'] ?? '',
            preg_match('/^\d{1,6}$/D', $asked) === 1 ? (int) $asked : null,
        );
    }

    private static function fill(string $path, array $params): string
    {
        return preg_replace_callback('/\{(\w+)\}/', static function (array $found) use ($params): string {
            $given = (string) ($params[$found[1]] ?? '');
            return $given === '' ? throw new \InvalidArgumentException("{$found[1]} is missing") : rawurlencode($given);
        }, $path);
    }

    private static function search(array $query): string
    {
        $given = array_filter($query, static fn(mixed $one): bool => $one !== null);
        return $given === [] ? '' : '?' . http_build_query($given, '', '&', PHP_QUERY_RFC3986);
    }
}
