<?php
// A database of WordPress that knows one table, the options, and of SQL what WordPress says about it.
declare(strict_types=1);

final class OptionsInMemory extends wpdb
{
    private array $rows = [
        'siteurl' => 'https://shop.example',
        'home' => 'https://shop.example',
        'blogname' => 'Tiệm Bánh Mì',
        'blog_charset' => 'UTF-8',
        'active_plugins' => 'a:2:{i:0;s:27:"woocommerce/woocommerce.php";i:1;s:31:"giao-delivery/giao-delivery.php";}',
        'permalink_structure' => '/%postname%/',
        'stylesheet' => 'none',
        'template' => 'none',
        'db_version' => '53496',
        'WPLANG' => '',
    ];

    public function __construct()
    {
        $this->ready = true;
        $this->charset = 'utf8mb4';
        $this->field_types = [];
    }

    public function _real_escape($text)
    {
        return addslashes((string) $text);
    }

    public function get_results($query = null, $output = OBJECT)
    {
        if (preg_match("/SELECT option_name, option_value FROM \S+( WHERE autoload|$)/", (string) $query) !== 1) {
            return [];
        }
        $all = [];
        foreach ($this->rows as $name => $value) {
            $all[] = (object) ['option_name' => $name, 'option_value' => $value];
        }
        return $all;
    }

    public function get_row($query = null, $output = OBJECT, $y = 0)
    {
        $isOption = preg_match("/SELECT (option_value|autoload) FROM \S+ WHERE option_name = '([^']+)'/", (string) $query, $found) === 1;
        if (!$isOption || !isset($this->rows[$found[2]])) {
            return null;
        }
        return (object) [$found[1] => $found[1] === 'autoload' ? 'yes' : $this->rows[$found[2]]];
    }

    public function get_var($query = null, $x = 0, $y = 0)
    {
        $row = (array) $this->get_row($query);
        return $row === [] ? null : reset($row);
    }

    public function get_col($query = null, $x = 0)
    {
        return [];
    }

    // add_option says INSERT … ON DUPLICATE KEY UPDATE.
    public function query($query)
    {
        if (preg_match("/^INSERT INTO \S*options\S* \(`option_name`, `option_value`, `autoload`\) VALUES \('([^']*)', '(.*)', '\w+'\)/s", (string) $query, $found) === 1) {
            $this->rows[$found[1]] = stripslashes($found[2]);
            return 1;
        }
        return 0;
    }

    public function update($table, $data, $where, $format = null, $where_format = null)
    {
        $this->rows[$where['option_name']] = $data['option_value'];
        return 1;
    }

    public function delete($table, $where, $where_format = null)
    {
        unset($this->rows[$where['option_name'] ?? '']);
        return 1;
    }
}
