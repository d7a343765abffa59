import type { List } from './wire.ts'

/** A page when it is awaited; all items, page after page, in `for await`. Asked for at once. */
export type Listing<Item> = Promise<List<Item>> & AsyncIterable<Item>

type Query = { readonly after?: number | string | undefined }
type Listed = { readonly id: string; readonly sequence?: number }

/** `ask` gets one page. */
export function listing<Item extends Listed>(ask: (query: object) => Promise<List<Item>>, query: Query): Listing<Item> {
  const first = ask(query)
  async function* items(): AsyncGenerator<Item, void> {
    let page = await first
    while (true) {
      yield* page.data
      const last = page.data.at(-1)
      if (!page.hasMore || !last) return
      // Events after a sequence number are the one list that goes on by number.
      page = await ask({
        ...query,
        ...(query.after === undefined ? { starting_after: last.id } : { after: last.sequence }),
      })
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: items })
}
