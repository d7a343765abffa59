import { type AttemptRow, noteAnswer } from './store.ts'
import { despiteNodes, type Work } from './work.ts'

/**
 * Gives a send's bytes to the nodes: the newest, and older ones where those are not taken. Whatever goes
 * wrong, the same bytes are given again later.
 */
export async function offer(work: Work, attempts: readonly AttemptRow[]): Promise<void> {
  await despiteNodes(work, async () => {
    for (const attempt of attempts) {
      if (await isTaken(work, attempt)) return
    }
  })
}

/** True when a node has it, or its nonce is used. */
async function isTaken({ ctx, transactor, signer, network, troubles }: Work, attempt: AttemptRow): Promise<boolean> {
  const answer = await transactor.broadcast(attempt.raw)
  await ctx.transact((tx) => noteAnswer(tx, attempt, { answer, offered_at: ctx.now() }))
  if (answer === 'unfunded') {
    const text = `${signer.address} can not pay for gas on ${network.name}: send it some`
    troubles.push({ kind: 'unfunded', text })
  }
  return answer !== 'unfunded' && answer !== 'underpriced'
}
