import { callApi } from '../api/request.ts'
import { recall } from '../remember.ts'
import type { Route, Shop } from '../router.ts'
import { session } from '../session.ts'

/** Paths of the API for the objects that pages show. */
const objects: Readonly<Record<string, string>> = {
  payments: 'payments',
  refunds: 'refunds',
  unattributed: 'transfers',
  settlements: 'settlements',
  links: 'payment_links',
  webhooks: 'webhooks',
  deliveries: 'deliveries',
  events: 'events',
}

/** The shop of an address without one, such as an old bookmark: the owner of its object, or else that of the last visit. */
export async function findShop(place: Route): Promise<Shop> {
  const path = findObject(place)
  const known = listMerchants()
  for (const merchant of path && known.length > 1 ? known : []) {
    const shop = { ...place.shop, merchant }
    const isOwner = await callApi(shop, 'GET', path ?? '').then(
      () => true,
      () => false,
    )
    if (isOwner) return shop
  }
  return { ...place.shop, merchant: known[0] ?? null }
}

/** The user's merchants. That of the last visit comes first. */
function listMerchants(): string[] {
  const last = recall('merchant')
  const ids = session.current?.merchants.map(({ id }) => id) ?? []
  return ids.toSorted((a, b) => Number(b === last) - Number(a === last))
}

/** The path of the object that an address names, in the API; null if it names none. */
function findObject({ path, query }: Route): string | null {
  const link = query.get('link') ?? query.get('paymentLink')
  if (link) return `/payment_links/${encodeURIComponent(link)}`
  const [page = '', id] = path.split('/')
  const kind = objects[page]
  return kind && id && id !== 'new' ? `/${kind}/${encodeURIComponent(id)}` : null
}
