/** The log of requests; types only. */

/** The methods of the API. */
export type RequestMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A request of the last day. */
export type RequestEntry = {
  /** The `x-request-id` of its answer. */
  id: string
  object: 'request'
  method: RequestMethod
  /** Below the mount path, without the query. */
  path: string
  status: number
  /** The code of the refusal. */
  code: string | null
  /** The id of the key or the user that made it. */
  actor: string
  address: string
  durationMs: number
  livemode: boolean
  createdAt: string
}
