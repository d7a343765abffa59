import { toRecord } from '@crypto-checkout/api-types'
import { NodeError } from '../node-error.ts'
import { createHttpClient, type HttpAnswer } from '../rpc.ts'
import { type Fields, parseList, parseText } from './fields.ts'

/**
 * Gets the resource at a path from Horizon; null if there is none. Throws NodeError for every fault of the node. A form
 * is posted, and Horizon's answer to it is returned even if it is a refusal.
 */
export type Horizon = (path: string, form?: Readonly<Record<string, string>>) => Promise<Fields | null>

export function createHttpHorizon(url: string, options: { readonly timeoutMs?: number } = {}): Horizon {
  const ask = createHttpClient(url, options)
  return (path, form) => {
    const name = `${form ? 'POST' : 'GET'} ${path.split('?')[0]}`
    if (form) {
      const read = (answer: HttpAnswer) => (answer.status === 400 && answer.body) || readResult(name, answer)
      return ask({ name, path, form: new URLSearchParams(form), read })
    }
    return ask({ name, path, read: (answer) => readResult(name, answer) })
  }
}

const GONE = 410
const TOO_MANY = 429

/** Horizon describes errors as RFC 7807 does. */
function readResult(name: string, { status, body, retryAfterMs }: HttpAnswer): Fields | null {
  if (status === 404 && body) return null
  if (status === GONE) throw new NodeError('pruned', `${name}: the node has no ledgers so old`)
  if (status === TOO_MANY) throw new NodeError('busy', `${name}: the node answered ${status}`, { retryAfterMs })
  if (status >= 400)
    throw new NodeError('refused', `${name}: ${parseText(body?.title) || `the node answered ${status}`}`)
  if (status !== 200 || !body)
    throw new NodeError('malformed', `${name}: the node answered ${status} with something else`)
  return body
}

/** The records of a page. Throws NodeError if it is not a page. */
export function parseRecords(page: Fields | null): Fields[] {
  return parseList(toRecord(page?._embedded).records, 'records').map(toRecord)
}
