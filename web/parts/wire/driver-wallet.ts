// A driver's wallet and what moved it, as the server tells it to the driver and to the operator.
export type DriverWallet = { readonly wallet: number; readonly promised: number; readonly cod_in_hand: number };

export type StatementLine = {
  readonly id: number;
  readonly kind: string;
  readonly order_id: string;
  readonly amount: number;
  readonly balance: number;
  readonly time: number;
};
