import { transactionHandlers } from '../app/work.ts'
import type { OutcomeHandlers } from '../transactions/send.ts'
import { SendingError, type TestCheckout } from './index.ts'

/** Runs a pass over everything to be sent. Returns the message for the operator. */
export async function sendTold(shop: TestCheckout, handlers: OutcomeHandlers = transactionHandlers): Promise<string> {
  try {
    await shop.send(handlers)
    return ''
  } catch (error) {
    if (error instanceof SendingError) return error.message
    throw error
  }
}
