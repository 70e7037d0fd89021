// The account's token: got when first needed, kept, and got anew when the server no longer takes it. However many calls find
// that out at once, one new token is asked for: each new one ends the one before.

/** Where several processes of one account keep the token they share. Without one, each keeps its own and ends the others'. */
export interface TokenStore {
  load(): string | undefined | Promise<string | undefined>;
  save(token: string): void | Promise<void>;
}

export class TokenKeeper {
  readonly #issue: () => Promise<string>;
  readonly #store: TokenStore | undefined;
  #current: string | undefined;
  #renewing: Promise<string> | undefined;

  constructor(issue: () => Promise<string>, store: TokenStore | undefined) {
    this.#issue = issue;
    this.#store = store;
  }

  /** A token other than the one that was refused. */
  token(refused?: string): Promise<string> {
    if (this.#current !== undefined && this.#current !== refused) return Promise.resolve(this.#current);
    this.#renewing ??= this.#renew(refused).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renew(refused: string | undefined): Promise<string> {
    // Another process may have been quicker.
    const stored = await this.#store?.load();
    if (stored !== undefined && stored !== refused) {
      this.#current = stored;
      return stored;
    }
    const token = await this.#issue();
    await this.#store?.save(token);
    this.#current = token;
    return token;
  }
}
