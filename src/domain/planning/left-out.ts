// What it costs a search to leave something out for a while. Where vehicles are few, one good plan is reached from another only over
// plans that lack a stop or two, so these are let through at a price: a low one while nearly every plan is whole, a high one while
// hardly any is.

const FIRST_PRICE = 10;
const PRICE_MIN = 1;
const PRICE_MAX = 10_000;
const STEP = 1.2;
const PLANS_A_LOOK = 200;
// Of the plans in hand.
const WHOLE_MIN = 0.2;
const WHOLE_MAX = 0.5;

export class LeftOutPrice {
  // In mean drives from stop to stop, for each request.
  price = FIRST_PRICE;
  #seen = 0;
  #whole = 0;

  // A round began with this plan in hand.
  see(isWhole: boolean): void {
    this.#seen += 1;
    if (isWhole) this.#whole += 1;
    if (this.#seen < PLANS_A_LOOK) return;
    const share = this.#whole / this.#seen;
    if (share < WHOLE_MIN) this.price = Math.min(PRICE_MAX, this.price * STEP);
    else if (share > WHOLE_MAX) this.price = Math.max(PRICE_MIN, this.price / STEP);
    this.#seen = this.#whole = 0;
  }
}
