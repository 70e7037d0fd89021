/** Where several processes of one account keep the token they share. Without one, each keeps its own and ends the others'. */
export interface TokenStore {
    load(): string | undefined | Promise<string | undefined>;
    save(token: string): void | Promise<void>;
}
export declare class TokenKeeper {
    #private;
    constructor(issue: () => Promise<string>, store: TokenStore | undefined);
    /** A token other than the one that was refused. */
    token(refused?: string): Promise<string>;
}
