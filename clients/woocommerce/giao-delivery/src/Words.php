<?php
declare(strict_types=1);

namespace GiaoDelivery;

/** The plugin's words in Vietnamese, without a compiled file: WordPress asks for the translation of each of ours. */
final class Words
{
    public static function hook(): void
    {
        add_filter('gettext_giao-delivery', static function (string $translation, string $text): string {
            static $vietnamese;
            $vietnamese ??= require __DIR__ . '/../languages/vi.php';
            // Somebody's own translation comes first.
            $isOurs = $translation === $text && str_starts_with(determine_locale(), 'vi');
            return $isOurs ? $vietnamese[$text] ?? $translation : $translation;
        }, 10, 2);
    }

    /** What a customer reads of a service; one that is new to us by its code. */
    public static function service(string $group): string
    {
        return match ($group) {
            'BIKE' => __('Motorbike, at once', 'giao-delivery'),
            'ECO' => __('Motorbike, economy', 'giao-delivery'),
            '2H' => __('Within two hours', 'giao-delivery'),
            'SAMEDAY' => __('Same day', 'giao-delivery'),
            default => $group,
        };
    }

    public static function status(string $status): string
    {
        return match ($status) {
            'IDLE' => __('Waits for its time', 'giao-delivery'),
            'ASSIGNING' => __('Finding a driver', 'giao-delivery'),
            'ACCEPTED', 'CONFIRMING', 'PAYING' => __('A driver is on the way to the shop', 'giao-delivery'),
            'IN PROCESS' => __('On its way', 'giao-delivery'),
            'DELIVERED' => __('Delivered', 'giao-delivery'),
            'FAILED' => __('Could not be delivered', 'giao-delivery'),
            'CANCELLED' => __('The delivery was cancelled', 'giao-delivery'),
            default => $status,
        };
    }
}
