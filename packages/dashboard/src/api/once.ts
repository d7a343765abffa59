import type { Shop } from '../router.ts'
import { callApi, isUnanswered } from './request.ts'

export type SendOnce = <Answer>(shop: Shop, path: string, body: object) => Promise<Answer>

/**
 * Posts what is not to happen twice: if an answer was lost, the same request sent again finds what the first one made.
 * After an answer, the next request is another one.
 */
export function createOnce(): SendOnce {
  let idempotencyKey = crypto.randomUUID()
  return async (shop, path, body) => {
    try {
      const answer = await callApi<never>(shop, 'POST', path, { body, idempotencyKey })
      idempotencyKey = crypto.randomUUID()
      return answer
    } catch (error) {
      if (!isUnanswered(error)) idempotencyKey = crypto.randomUUID()
      throw error
    }
  }
}
