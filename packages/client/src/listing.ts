import type { List } from '@crypto-checkout/api-types'

/** A page when awaited; all items, page by page, in `for await`. The request is sent at once. */
export type Listing<Item> = Promise<List<Item>> & AsyncIterable<Item>

type Query = { readonly after?: number | string | undefined }
type Listed = { readonly id: string; readonly sequence?: number }

/** `ask` fetches one page. */
export function createListing<Item extends Listed>(
  ask: (query: object) => Promise<List<Item>>,
  query: Query,
): Listing<Item> {
  const first = ask(query)
  async function* items(): AsyncGenerator<Item, void> {
    let page = await first
    while (true) {
      yield* page.data
      const last = page.data.at(-1)
      if (!page.hasMore || !last) return
      // Only the list of events after a sequence number continues by number.
      page = await ask({
        ...query,
        ...(query.after === undefined ? { starting_after: last.id } : { after: last.sequence }),
      })
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: items })
}
