export type Owner = { readonly merchantId: string; readonly livemode: boolean }

/** Who got events in this process, until somebody takes note. A change that was rolled back names its owner too. */
export class News {
  readonly #owners = new Map<string, Owner>()

  add({ merchantId, livemode }: Owner): void {
    this.#owners.set(`${merchantId} ${livemode}`, { merchantId, livemode })
  }

  /** Takes out some, the first ones first. */
  take(most: number): Owner[] {
    const taken = [...this.#owners].slice(0, most)
    for (const [key] of taken) this.#owners.delete(key)
    return taken.map(([, owner]) => owner)
  }
}
