/** The payments that a transfer may be for. */
import type { List, Payment, Transfer } from '@crypto-checkout/api-types'
import { callApi, RequestError } from '../../api/request.ts'
import type { Shop } from '../../router.ts'
import { sortByAmount } from './match.ts'

export type Candidates = {
  readonly suggested: Payment | null
  readonly named: readonly Payment[]
  readonly similar: readonly Payment[]
}

const RECENT = 100
const SHOWN = 5
const UNPAID = ['created', 'partially_paid', 'expired'] as const

export async function findCandidates(shop: Shop, transfer: Transfer, signal: AbortSignal): Promise<Candidates> {
  const retrieve = async (id: string): Promise<Payment[]> => {
    try {
      return [await callApi<Payment>(shop, 'GET', `/payments/${id}`, { signal })]
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) return []
      throw error
    }
  }
  const others = transfer.namedBy.filter((id) => id !== transfer.suggestedPayment).slice(0, SHOWN)
  const { network } = transfer
  const lists = UNPAID.map((status) =>
    callApi<List<Payment>>(shop, 'GET', '/payments', {
      query: { status, network, limit: RECENT, qrCode: false },
      signal,
    }),
  )
  const [suggested, named, ...recent] = await Promise.all([
    transfer.suggestedPayment === null ? [] : retrieve(transfer.suggestedPayment),
    Promise.all(others.map(retrieve)),
    ...lists,
  ])
  const known = new Set([transfer.suggestedPayment, ...others])
  const open = recent.flatMap(({ data }) => data).filter(({ id }) => !known.has(id))
  return { suggested: suggested[0] ?? null, named: named.flat(), similar: sortByAmount(open, transfer).slice(0, SHOWN) }
}
