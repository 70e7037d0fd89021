// Thrown inside a connection attempt, so that it travels through undici as the reason and comes out as a plain value.
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}
