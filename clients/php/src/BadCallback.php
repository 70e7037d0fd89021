<?php
declare(strict_types=1);

namespace Giao;

/** Not from the platform, or not an event: `missing_header`, `old_or_early`, `wrong_signature` or `not_an_event`. */
final class BadCallback extends \RuntimeException
{
    public function __construct(public readonly string $reason, string $message)
    {
        parent::__construct($message);
    }
}
