export type Owner = { readonly merchantId: string; readonly livemode: boolean }

/** Merchants with new events not yet fanned out, in this process. A change that was rolled back adds its owner too. */
export class PendingMerchants {
  readonly #owners = new Map<string, Owner>()

  add({ merchantId, livemode }: Owner): void {
    this.#owners.set(`${merchantId} ${livemode}`, { merchantId, livemode })
  }

  /** Takes out some, oldest first. */
  take(most: number): Owner[] {
    const taken = [...this.#owners].slice(0, most)
    for (const [key] of taken) this.#owners.delete(key)
    return taken.map(([, owner]) => owner)
  }
}
