-- The orders of an account, newest first, judged by status, service and date without touching their rows: what the portal lists
-- and exports. It takes the place of orders_creator, which the next migration removes.

create index orders_of_account on orders (creator_phone, number, status, service_id, created_at);
