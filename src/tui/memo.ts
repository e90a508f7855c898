/** Something that is made again only when what it is made from has changed. */
export class Memo<Value> {
  #inputs: readonly unknown[] = [];
  #value: Value | null = null;

  /** The value for these inputs; each is compared by identity. */
  of(inputs: readonly unknown[], make: () => Value): Value {
    const isSame =
      inputs.length === this.#inputs.length && inputs.every((input, index) => input === this.#inputs[index]);
    if (this.#value === null || !isSame) this.#value = make();
    this.#inputs = inputs;
    return this.#value;
  }
}
