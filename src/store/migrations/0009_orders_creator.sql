-- Everything orders_creator answered, orders_of_account answers.

drop index orders_creator;
