<?php
// For programs without Composer: require this file.
declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/src/' . substr($class, strlen('Giao\\')) . '.php';
    if (preg_match('/^Giao\\\\\w+$/', $class) === 1 && is_file($file)) {
        require $file;
    }
});
