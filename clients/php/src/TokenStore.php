<?php
declare(strict_types=1);

namespace Giao;

/** Where the processes of one account keep the token they share. Without one, each gets its own and ends the others'. */
interface TokenStore
{
    public function load(): ?string;

    public function save(string $token): void;
}
