// What somebody wants to have changed: a field that is absent, or undefined, stays as it is.
export type Draft<T> = { readonly [Field in keyof T]?: T[Field] | undefined };
