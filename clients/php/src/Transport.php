<?php
declare(strict_types=1);

namespace Giao;

/** One request and its answer. `CurlTransport` unless told; a framework may bring its own. */
interface Transport
{
    /**
     * @param array<string, string> $headers
     * @return array{status: int, headers: array<string, string>, body: string} names of headers in lower case
     * @throws Unreachable
     */
    public function send(string $method, string $url, array $headers, ?string $body, float $timeoutSeconds): array;
}
