<?php
// Does what the test on the other side of stdin says, one JSON line at a time, with the client as a shop would use it.
declare(strict_types=1);

require 'clients/php/autoload.php';

use Giao\{BadCallback, Callback, Client, Refused, TokenStore, Unreachable};

final class FileStore implements TokenStore
{
    public function __construct(private string $path)
    {
    }

    public function load(): ?string
    {
        return is_file($this->path) ? file_get_contents($this->path) : null;
    }

    public function save(string $token): void
    {
        file_put_contents($this->path, $token);
    }
}

$client = null;
$pauses = [];
$camel = static fn(string $name): string =>
    preg_replace_callback('/_([a-z])/', static fn(array $found): string => strtoupper($found[1]), $name);
// What the API names keeps its name; the client's own options are written as PHP writes them.
$own = ['api_key', 'route_key', 'partner_token', 'idempotency_key', 'as_partner', 'tolerance_seconds'];

$do = static function (array $command) use (&$client, &$pauses, $camel, $own): mixed {
    $given = [];
    foreach ($command['given'] as $name => $value) {
        $given[in_array($name, $own, true) ? $camel($name) : ($name === 'timeout' ? 'timeoutSeconds' : $name)] = $value;
    }
    if ($command['do'] === 'open') {
        if (isset($given['tokens'])) {
            $given['tokens'] = new FileStore($given['tokens']);
        }
        $client = new Client(...$given, pause: static function (float $seconds) use (&$pauses): void {
            $pauses[] = $seconds;
        });
        return null;
    }
    return $command['do'] === 'readCallback' ? Callback::read(...$given) : $client->{$command['do']}(...$given);
};

while (($line = fgets(STDIN)) !== false) {
    $pauses = [];
    try {
        $said = ['gave' => $do(json_decode($line, true))];
    } catch (Refused $one) {
        $said = ['refused' => ['code' => $one->refusal, 'status' => $one->status, 'words' => $one->description, 'id' => $one->requestId]];
    } catch (Unreachable $one) {
        $said = ['unreachable' => $one->reason];
    } catch (BadCallback $one) {
        $said = ['badCallback' => $one->reason];
    } catch (LogicException $one) {
        $said = ['mistake' => $one->getMessage()];
    }
    echo json_encode($said + ['pauses' => $pauses]), "\n";
}
