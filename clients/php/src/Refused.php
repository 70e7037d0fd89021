<?php
declare(strict_types=1);

namespace Giao;

/** The server said no and told why; decide by `refusal`. (An exception's own `code` is a number in PHP: here the HTTP status.) */
final class Refused extends \RuntimeException
{
    public function __construct(
        public readonly string $refusal,
        public readonly string $title,
        public readonly string $description,
        public readonly int $status,
        /** Tell it when you ask the platform's operator for help. */
        public readonly string $requestId,
        /** Seconds the server asked to wait; null when it did not. */
        public readonly ?int $retryAfter,
    ) {
        parent::__construct("$refusal: $description", $status);
    }

    public function is(string ...$refusals): bool
    {
        return in_array($this->refusal, $refusals, true);
    }
}
