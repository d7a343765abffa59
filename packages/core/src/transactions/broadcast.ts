import { NodeError } from '../chains/node-error.ts'
import type { Broadcast } from '../chains/transactor.ts'
import { type Pass, reportNodeErrors } from './pass.ts'
import { type AttemptRow, noteAnswer } from './store.ts'

/**
 * Offers a send's attempts to the nodes: the newest, and older ones if it is not accepted. After any failure, the same
 * bytes are offered again later.
 */
export async function broadcastAttempts(work: Pass, attempts: readonly AttemptRow[]): Promise<void> {
  await reportNodeErrors(work, async () => {
    for (const attempt of attempts) {
      if (await isTaken(work, attempt)) return
    }
  })
}

/** True when a node has it, or its nonce is used. */
async function isTaken(work: Pass, attempt: AttemptRow): Promise<boolean> {
  const { signer, network, troubles } = work
  const answer = await answerTo(work, attempt)
  if (answer === 'unfunded') {
    const text = `${signer.address} cannot pay for gas on ${network.name}: send it some`
    troubles.push({ kind: 'unfunded', text })
  }
  return answer !== 'unfunded' && answer !== 'underpriced'
}

async function answerTo({ ctx, transactor }: Pass, attempt: AttemptRow): Promise<Broadcast> {
  const note = (answer: Broadcast | null) =>
    ctx.transact((tx) => noteAnswer(tx, attempt, { answer, offered_at: ctx.now() }))
  try {
    const answer = await transactor.broadcast(attempt.raw)
    await note(answer)
    return answer
  } catch (error) {
    // The node refused it for an unknown reason. Higher fees may help, for example if its pool is full.
    if (error instanceof NodeError && error.kind === 'refused') await note(null)
    throw error
  }
}
