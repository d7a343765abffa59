import type { List, RequestEntry, RequestMethod } from '@crypto-checkout/api-types'
import { z } from 'zod'
import type { Caller, Context } from '../../context/context.ts'
import { isId } from '../../domain/id.ts'
import { listQuery, readPage } from '../../http/fields.ts'
import { requestEntry } from '../../http/shapes/account.ts'
import { createView } from '../../http/view.ts'
import { countRequests, hasRequest, listRequestRows, type RequestFilter } from './store.ts'

/** The requests of the caller's merchant in an environment in the last day, newest first. Throws `invalid_cursor`. */
export function listRequests(
  { db }: Context,
  caller: Caller,
  { status, method, key: actor, ...page }: z.output<typeof requestQuery>,
): Promise<List<RequestEntry>> {
  const filter = { method, actor, status: status === undefined ? undefined : toRange(status) }
  return readPage(page, {
    noun: 'request',
    find: async (id) => ((await hasRequest(db, caller, id)) ? id : null),
    list: (after, limit) => listRequestRows(db, caller, filter, after, limit),
    count: () => countRequests(db, caller, filter),
    view: (rows) => rows.map((row) => toView(row, {})),
  })
}

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const satisfies readonly RequestMethod[]

/** `404`, or `4xx` for all from 400 to 499. */
function toRange(status: string): NonNullable<RequestFilter['status']> {
  if (!status.endsWith('xx')) return { from: Number(status), below: Number(status) + 1 }
  const from = Number(status[0]) * 100
  return { from, below: from + 100 }
}

export const requestQuery = listQuery.extend({
  status: z
    .string()
    .regex(/^[2-5](?:xx|\d\d)$/, 'must be a status such as 404, or a class such as 4xx')
    .optional()
    .meta({ description: 'A status such as 404, or a class such as 4xx' }),
  method: z.enum(methods).optional().meta({ description: 'Those with this HTTP method' }),
  key: z
    .string()
    .refine((text) => isId('key', text) || isId('usr', text), 'must be the id of a key or a user')
    .optional()
    .meta({ description: 'Id of the key, or of the user, that made them' }),
})

const toView = createView(requestEntry)
