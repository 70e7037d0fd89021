<?php
declare(strict_types=1);

namespace Giao;

/** No usable answer: `network`, `timeout` or `not_the_api`. A write may have happened: repeat it with the same key. */
final class Unreachable extends \RuntimeException
{
    public function __construct(public readonly string $reason, string $message)
    {
        parent::__construct($message);
    }
}
