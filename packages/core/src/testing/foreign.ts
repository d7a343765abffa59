import type { Signer } from '../chains/transactor.ts'
import { TEST_CHAIN_ID, TEST_TOKEN } from './index.ts'
import type { ScriptedNode } from './scripted-node.ts'

const GWEI = 1_000_000_000n

/** Another program with the same key offers its own transaction, whose data are `foreign`. */
export async function offerForeign(node: ScriptedNode, signer: Signer, nonce: number, gwei = 50n): Promise<void> {
  const fees = { maxFeePerGas: gwei * GWEI, maxPriorityFeePerGas: gwei * GWEI }
  const data = `0x${Buffer.from('foreign').toString('hex')}`
  const { raw } = signer.sign({ chainId: TEST_CHAIN_ID, nonce, to: TEST_TOKEN, data, gasLimit: 21_000n, ...fees })
  await node.rpc('eth_sendRawTransaction', [raw])
}
