// Who somebody is, where a column of its own for the e-mail would leave the others no room.
import { Quiet } from "./kinds.tsx";

export function NameAndEmail({ name, email }: { readonly name: string; readonly email: string }) {
  return (
    <>
      {name}
      <Quiet>{email}</Quiet>
    </>
  );
}
