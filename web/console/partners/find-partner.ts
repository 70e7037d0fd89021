// One partner, by a call that lists them in pages. A page begins after an id: after this one less its last letter it begins before
// it, however many have ids in between.
export type PartnersPage<Partner> = { readonly partners: readonly Partner[]; readonly next?: string };

export async function findPartner<Partner extends { readonly id: string }>(
  id: string,
  list: (after: string) => Promise<PartnersPage<Partner>>,
): Promise<Partner | null> {
  for (let after = id.slice(0, -1); ; ) {
    const { partners, next } = await list(after);
    const found = partners.find((partner) => partner.id === id);
    if (found || !next) return found ?? null;
    after = next;
  }
}
