// The account's token: got when first needed, kept, and got anew when the server no longer takes it. However many calls find
// that out at once, one new token is asked for: each new one ends the one before.
export class TokenKeeper {
    #issue;
    #store;
    #current;
    #renewing;
    constructor(issue, store) {
        this.#issue = issue;
        this.#store = store;
    }
    /** A token other than the one that was refused. */
    token(refused) {
        if (this.#current !== undefined && this.#current !== refused)
            return Promise.resolve(this.#current);
        this.#renewing ??= this.#renew(refused).finally(() => {
            this.#renewing = undefined;
        });
        return this.#renewing;
    }
    async #renew(refused) {
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
