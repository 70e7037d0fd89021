// Accounts on the wire (2.13).
import { Type } from "typebox";

export const AccountRecord = Type.Object(
  {
    _id: Type.String({ description: "The phone number.", examples: ["84900000002"] }),
    name: Type.String(),
    partner: Type.String(),
    email: Type.Union([Type.String(), Type.Null()]),
    referral_code: Type.String(),
    country_code: Type.String(),
    currency: Type.String(),
    account_status: Type.String({ description: "ACTIVATED or DEACTIVATED." }),
    create_time: Type.Number({ description: "Unix timestamp." }),
    parent_id: Type.String({ description: "The parent's phone number; empty when there is none." }),
    home: Type.Object({ address: Type.String() }),
    city_id: Type.Array(Type.String()),
  },
  { title: "Account" },
);
