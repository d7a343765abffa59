import { once } from 'node:events'
import {
  defineMiddlewares,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
} from '@medusajs/framework/http'
import { Modules } from '@medusajs/framework/utils'

/** As long as a request may wait for those before it. */
const PATIENCE_S = 30

/**
 * Lets one request at a time make a session of a cart. Medusa deletes the session before. Two clicks at once would not see
 * each other's, and leave two payments that both ask for money.
 */
async function inTurn(request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  const makeSession = async () => {
    if (response.closed) return
    const closed = once(response, 'close')
    next()
    await closed
  }
  const key = `crypto-checkout:${request.params.id}`
  await request.scope.resolve(Modules.LOCKING).execute(key, makeSession, { timeout: PATIENCE_S })
}

export default defineMiddlewares({
  routes: [{ matcher: '/store/payment-collections/:id/payment-sessions', methods: ['POST'], middlewares: [inTurn] }],
})
